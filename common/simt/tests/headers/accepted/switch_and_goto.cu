__global__ void choose(int* out, int what) {
  switch (what) {
    case 0:
      out[0] = 1;
      break;
    case 1:
      out[0] = 2;
      [[fallthrough]];
    default:
      goto done;
  }
done:
  out[1] = 3;
}
