/*
 * A GTK module. Chromium prevents GTK from connecting to the accessibility bus, and later connects only its own windows. This
 * module connects GTK too, so that the tests can read and answer GTK's dialogs. It declares the functions that it calls,
 * because it is compiled without header files.
 */
int unsetenv(const char *name);
int atk_bridge_adaptor_init(int *argc, char **argv[]);

int gtk_module_init(int *argc, char **argv[]) {
  unsetenv("NO_AT_BRIDGE");
  return atk_bridge_adaptor_init(argc, argv);
}
