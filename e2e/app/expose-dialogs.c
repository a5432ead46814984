/*
 * A GTK module. Chromium keeps GTK from connecting to the accessibility bus, and connects only its own windows later. This
 * module connects GTK after all, so that the tests can read and answer GTK's dialogs. Declares by itself what it calls: it is
 * compiled without any header.
 */
int unsetenv(const char *name);
int atk_bridge_adaptor_init(int *argc, char **argv[]);

int gtk_module_init(int *argc, char **argv[]) {
  unsetenv("NO_AT_BRIDGE");
  return atk_bridge_adaptor_init(argc, argv);
}
