// Prints what an index of the compiler (-index-store-path) knows about where names are declared and used, for
// Scripts/check-circles, which compiles this program against libIndexStore:
//
//     index-references STORE
//
// Writes a line for each declaration and for each reference, with tabs between the fields: "declared" or "used", "type"
// or "member", the file, the line, the column in bytes, the name, and the symbol, which is the same for a declaration
// and for all its uses. An extension is no reference to the type that it extends.
#include <indexstore/indexstore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static indexstore_t store;
static indexstore_string_ref_t file;

static void fail(const char *action, const char *what, indexstore_error_t error) {
    fprintf(stderr, "error: cannot %s %s: %s\n", action, what,
            error ? indexstore_error_get_description(error) : "no reason given");
    exit(1);
}

static bool is_type(indexstore_symbol_kind_t kind) {
    switch (kind) {
    case INDEXSTORE_SYMBOL_KIND_ENUM:
    case INDEXSTORE_SYMBOL_KIND_STRUCT:
    case INDEXSTORE_SYMBOL_KIND_CLASS:
    case INDEXSTORE_SYMBOL_KIND_PROTOCOL:
    case INDEXSTORE_SYMBOL_KIND_TYPEALIAS:
        return true;
    default:
        return false;
    }
}

static bool print_occurrence(void *context, indexstore_occurrence_t occurrence) {
    (void)context;
    uint64_t roles = indexstore_occurrence_get_roles(occurrence);
    indexstore_symbol_t symbol = indexstore_occurrence_get_symbol(occurrence);
    indexstore_symbol_kind_t kind = indexstore_symbol_get_kind(symbol);
    if (kind == INDEXSTORE_SYMBOL_KIND_MODULE || kind == INDEXSTORE_SYMBOL_KIND_EXTENSION) return true;
    // An accessor is where its property is, and an extended type where its extension is.
    if (roles & (INDEXSTORE_SYMBOL_ROLE_REL_ACCESSOROF | INDEXSTORE_SYMBOL_ROLE_REL_EXTENDEDBY)) return true;
    bool is_declared = roles & INDEXSTORE_SYMBOL_ROLE_DEFINITION;
    if (!is_declared && !(roles & INDEXSTORE_SYMBOL_ROLE_REFERENCE)) return true;

    unsigned line, column;
    indexstore_occurrence_get_line_col(occurrence, &line, &column);
    indexstore_string_ref_t name = indexstore_symbol_get_name(symbol);
    indexstore_string_ref_t usr = indexstore_symbol_get_usr(symbol);
    printf("%s\t%s\t%.*s\t%u\t%u\t%.*s\t%.*s\n", is_declared ? "declared" : "used",
           is_type(kind) ? "type" : "member", (int)file.length, file.data, line, column, (int)name.length, name.data,
           (int)usr.length, usr.data);
    return true;
}

static bool read_record(void *context, indexstore_unit_dependency_t dependency) {
    (void)context;
    if (indexstore_unit_dependency_get_kind(dependency) != INDEXSTORE_UNIT_DEPENDENCY_RECORD) return true;
    indexstore_string_ref_t name = indexstore_unit_dependency_get_name(dependency);
    char *path = strndup(name.data, name.length);
    indexstore_error_t error = NULL;
    indexstore_record_reader_t record = indexstore_record_reader_create(store, path, &error);
    if (!record) fail("read the index's record", path, error);
    indexstore_record_reader_occurrences_apply_f(record, NULL, print_occurrence);
    indexstore_record_reader_dispose(record);
    free(path);
    return true;
}

static bool read_unit(void *context, indexstore_string_ref_t name) {
    (void)context;
    char *path = strndup(name.data, name.length);
    indexstore_error_t error = NULL;
    indexstore_unit_reader_t unit = indexstore_unit_reader_create(store, path, &error);
    if (!unit) fail("read the index's unit", path, error);
    file = indexstore_unit_reader_get_main_file(unit);
    indexstore_unit_reader_dependencies_apply_f(unit, NULL, read_record);
    indexstore_unit_reader_dispose(unit);
    free(path);
    return true;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "error: index-references takes the folder of an index and nothing else\n");
        return 64;
    }
    indexstore_error_t error = NULL;
    store = indexstore_store_create(arguments[1], &error);
    if (!store) fail("open the index in", arguments[1], error);
    indexstore_store_units_apply_f(store, /* sorted */ 1, NULL, read_unit);
    return 0;
}
