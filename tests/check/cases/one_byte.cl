kernel void terminate(global char* text, int n) {
  text[n] = 0;
}
//--- buffer 16
//--- int 16
//--- global 1
//--- expect
heddle-check: kernel 'terminate' writes past the end of 'text': byte 16 of 'text', which has 16.
  The access of 1 byte was not made.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:2:11 in 'terminate':
      text[n] = 0;
              ^
