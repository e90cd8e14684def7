/* Private to core/process: the parts of /etc that programs may read. Only what interpreters, run-time libraries and the
 * linker need; nothing about people or passwords. */
#ifndef PROCESS_SETTINGS_H
#define PROCESS_SETTINGS_H

extern const char *const settings_paths[]; /* NULL-terminated; some are missing on most machines */

#endif
