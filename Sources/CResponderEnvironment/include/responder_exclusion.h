// Extended attributes.
#pragma once

/// Sets the attribute to one byte. Returns -1 and sets errno on failure, as the functions below do.
int rse_set_attribute(int file, const char *name);

/// Removes the attribute; one that is not there is no failure.
int rse_remove_attribute(int file, const char *name);

/// 1 where the file has the attribute, 0 where it has not, also on a file system without attributes.
int rse_has_attribute(int file, const char *name);
