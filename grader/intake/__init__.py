"""Reads what students hand in: folders and archives, hostile ones included. Nothing is written."""
