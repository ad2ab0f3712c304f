typedef struct {
  int count;
  float rows[2][4];
  int rest[1];
} table;
kernel void fill(global table* tables, global float* out, int n) {
  global table* t = &tables[get_global_id(0)];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j) t->rows[i][j] = i + j;
  global float* flat = &t->rows[0][0];
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += flat[i];
  for (int i = 0; i < n; ++i) tables[0].rest[i] = i;
  out[get_global_id(0)] = sum;
}
//--- buffer 160
//--- buffer 16
//--- int 3
//--- global 4
