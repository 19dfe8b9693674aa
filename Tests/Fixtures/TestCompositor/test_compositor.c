#ifdef RESPONDER_WAYLAND
#define _GNU_SOURCE
#include "test_compositor.h"

#include "Protocols/fractional-scale-v1-server.h"
#include "Protocols/text-input-unstable-v3-server.h"
#include "Protocols/viewporter-server.h"
#include "Protocols/xdg-shell-server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-server.h>

enum { MOST_FRAMES = 256, MOST_BUFFERS = 16, MOST_TEXT = 8192, MOST_SIZES = 256 };

struct tc {
    struct tc_options options;
    struct wl_display *display;
    struct wl_event_loop *loop;
    struct wl_global *output_global;
    struct wl_client *client;
    struct wl_listener client_end, client_start;
    // The window's objects; NULL where there are none.
    struct wl_resource *surface, *shell_surface, *toplevel, *shell, *fractional, *output, *seat;
    struct wl_resource *touch, *pointer, *keyboard, *text_input, *data_device, *data_source;
    // What waits for the next commit, and what was committed.
    struct wl_resource *attached;
    bool is_attached;
    uint32_t *pixels;
    int width, height, destination_width, destination_height, buffer_scale;
    int commits, frame_requests, faults;
    // The sizes that were told, by the last bits of their serials, and the one that the window has acknowledged; in
    // points, 0 for none.
    int told_width[MOST_SIZES], told_height[MOST_SIZES], acked_width, acked_height;
    int64_t damage;
    // The notes of pictures, NULL where none are taken.
    struct tc_note *notes;
    size_t note_count, most_notes;
    int note_x, note_y;
    struct wl_resource *frames[MOST_FRAMES];
    int frame_count;
    struct wl_resource *buffers[MOST_BUFFERS];
    int buffer_count;
    uint32_t serial;
    bool is_configured;
    uint32_t text_serial;
    char title[256], identifier[256], asked[MOST_TEXT], text_state[MOST_TEXT / 2], pending_text[MOST_TEXT / 4];
    char *offered;
    int paste;
    char *pasted;
    bool is_full_screen, is_cursor_hidden;
    // The thread.
    pthread_t thread;
    pthread_mutex_t mutex;
    int wake;
    bool is_stopping;
};

static uint32_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static struct tc *of(struct wl_resource *resource) { return wl_resource_get_user_data(resource); }

static void destroy(struct wl_client *client, struct wl_resource *resource) {
    (void)client;
    wl_resource_destroy(resource);
}

// Makes a resource that a field of the compositor names until the resource ends.
static struct wl_resource *make(
    struct wl_client *client, const struct wl_interface *interface, uint32_t version, uint32_t id,
    const void *implementation, struct tc *tc, wl_resource_destroy_func_t end
) {
    struct wl_resource *resource = wl_resource_create(client, interface, (int)version, id);
    wl_resource_set_implementation(resource, implementation, tc, end);
    return resource;
}

#define ENDS(field)                                                                                                    \
    static void end_##field(struct wl_resource *resource) {                                                            \
        struct tc *tc = of(resource);                                                                                  \
        if (tc->field == resource) tc->field = NULL;                                                                   \
    }
ENDS(surface)
ENDS(shell_surface)
ENDS(toplevel)
ENDS(shell)
ENDS(fractional)
ENDS(output)
ENDS(seat)
ENDS(touch)
ENDS(pointer)
ENDS(keyboard)
ENDS(text_input)
ENDS(data_device)
ENDS(data_source)

// MARK: Surfaces

static void send_configure(struct tc *tc, int width, int height, bool is_activated, bool is_suspended) {
    if (tc->toplevel == NULL || tc->shell_surface == NULL) return;
    tc->serial++;
    tc->told_width[tc->serial % MOST_SIZES] = width;
    tc->told_height[tc->serial % MOST_SIZES] = height;
    struct wl_array states;
    wl_array_init(&states);
    if (is_activated) *(uint32_t *)wl_array_add(&states, 4) = XDG_TOPLEVEL_STATE_ACTIVATED;
    if (is_suspended) *(uint32_t *)wl_array_add(&states, 4) = 9;
    xdg_toplevel_send_configure(tc->toplevel, width, height, &states);
    xdg_surface_send_configure(tc->shell_surface, tc->serial);
    wl_array_release(&states);
}

static void end_frame(struct wl_resource *resource) {
    struct tc *tc = of(resource);
    for (int i = 0; i < tc->frame_count; i++) {
        if (tc->frames[i] == resource) tc->frames[i--] = tc->frames[--tc->frame_count];
    }
}

static void end_buffer(struct wl_listener *listener, void *data);

struct held_buffer {
    struct wl_listener end;
    struct tc *tc;
};

static void forget_buffer(struct tc *tc, struct wl_resource *buffer) {
    for (int i = 0; i < tc->buffer_count; i++) {
        if (tc->buffers[i] == buffer) tc->buffers[i--] = tc->buffers[--tc->buffer_count];
    }
    if (tc->attached == buffer) tc->attached = NULL;
}

static void end_buffer(struct wl_listener *listener, void *data) {
    struct held_buffer *held = wl_container_of(listener, held, end);
    forget_buffer(held->tc, data);
    wl_list_remove(&held->end.link);
    free(held);
}

static void surface_attach(
    struct wl_client *client, struct wl_resource *surface, struct wl_resource *buffer, int32_t x, int32_t y
) {
    (void)client, (void)x, (void)y;
    struct tc *tc = of(surface);
    if (surface != tc->surface) return;
    tc->attached = buffer;
    if (buffer == NULL || wl_resource_get_destroy_listener(buffer, end_buffer) != NULL) return;
    struct held_buffer *held = calloc(1, sizeof *held);
    held->tc = tc;
    held->end.notify = end_buffer;
    wl_resource_add_destroy_listener(buffer, &held->end);
}

static void surface_damage(
    struct wl_client *client, struct wl_resource *surface, int32_t x, int32_t y, int32_t width, int32_t height
) {
    (void)client, (void)x, (void)y;
    struct tc *tc = of(surface);
    if (surface == tc->surface) tc->damage += (int64_t)width * height;
}

static void surface_frame(struct wl_client *client, struct wl_resource *surface, uint32_t id) {
    struct tc *tc = of(surface);
    struct wl_resource *frame = make(client, &wl_callback_interface, 1, id, NULL, tc, end_frame);
    if (tc->frame_count < MOST_FRAMES) tc->frames[tc->frame_count++] = frame;
    tc->frame_requests++;
}

static void send_frames(struct tc *tc, uint32_t time) {
    while (tc->frame_count > 0) {
        struct wl_resource *frame = tc->frames[0];
        wl_callback_send_done(frame, time);
        wl_resource_destroy(frame);
    }
}

static void take_picture(struct tc *tc, struct wl_resource *resource) {
    struct wl_shm_buffer *buffer = wl_shm_buffer_get(resource);
    if (buffer == NULL) return;
    tc->width = wl_shm_buffer_get_width(buffer);
    tc->height = wl_shm_buffer_get_height(buffer);
    tc->pixels = realloc(tc->pixels, (size_t)tc->width * (size_t)tc->height * 4);
    wl_shm_buffer_begin_access(buffer);
    for (int y = 0; y < tc->height; y++) {
        const char *row = (const char *)wl_shm_buffer_get_data(buffer) + y * wl_shm_buffer_get_stride(buffer);
        memcpy(tc->pixels + y * tc->width, row, (size_t)tc->width * 4);
    }
    wl_shm_buffer_end_access(buffer);
}

static uint32_t pixel_at(struct tc *tc, int x, int y) {
    bool is_inside = x >= 0 && y >= 0 && x < tc->width && y < tc->height;
    return is_inside ? tc->pixels[y * tc->width + x] & 0xffffff : 0;
}

static void surface_commit(struct wl_client *client, struct wl_resource *surface) {
    (void)client;
    struct tc *tc = of(surface);
    if (surface != tc->surface) return;
    if (!tc->is_configured && tc->toplevel != NULL && !tc->options.is_silent) {
        tc->is_configured = true;
        if (tc->fractional != NULL) {
            wp_fractional_scale_v1_send_preferred_scale(tc->fractional, (uint32_t)tc->options.fractional_scale);
        }
        if (tc->output != NULL) wl_surface_send_enter(surface, tc->output);
        send_configure(tc, tc->options.width, tc->options.height, true, false);
    }
    bool is_new = tc->attached != NULL;
    if (tc->attached != NULL) {
        int64_t now = nanoseconds();
        take_picture(tc, tc->attached);
        tc->commits++;
        if (tc->note_count < tc->most_notes) {
            tc->notes[tc->note_count++] = (struct tc_note){now, pixel_at(tc, tc->note_x, tc->note_y)};
        }
        if (tc->options.holds_buffers) {
            if (tc->buffer_count < MOST_BUFFERS) tc->buffers[tc->buffer_count++] = tc->attached;
        } else {
            wl_buffer_send_release(tc->attached);
        }
        tc->attached = NULL;
    }
    // Compositors end the connection of a window that commits a picture of another size than it has acknowledged, or
    // one that is no whole number of points.
    if (tc->commits > 0) {
        int width = tc->destination_width > 0 ? tc->destination_width : tc->width / tc->buffer_scale;
        int height = tc->destination_width > 0 ? tc->destination_height : tc->height / tc->buffer_scale;
        bool is_whole = tc->width % tc->buffer_scale == 0 && tc->height % tc->buffer_scale == 0;
        bool fits = tc->acked_width <= 0 || tc->acked_height <= 0
            || (width == tc->acked_width && height == tc->acked_height);
        if (!is_whole || (!fits && (is_new || tc->acked_width > 0))) tc->faults++;
    }
    if (!tc->options.holds_frames) send_frames(tc, milliseconds());
}

static void surface_region(struct wl_client *client, struct wl_resource *surface, struct wl_resource *region) {
    (void)client, (void)surface, (void)region;
}

static void surface_transform(struct wl_client *client, struct wl_resource *surface, int32_t transform) {
    (void)client, (void)surface, (void)transform;
}

static void surface_scale(struct wl_client *client, struct wl_resource *surface, int32_t scale) {
    (void)client;
    struct tc *tc = of(surface);
    if (surface == tc->surface) tc->buffer_scale = scale;
}

static const struct wl_surface_interface surface_requests = {
    .destroy = destroy,
    .attach = surface_attach,
    .damage = surface_damage,
    .frame = surface_frame,
    .set_opaque_region = surface_region,
    .set_input_region = surface_region,
    .commit = surface_commit,
    .set_buffer_transform = surface_transform,
    .set_buffer_scale = surface_scale,
    .damage_buffer = surface_damage,
};

static void make_surface(struct wl_client *client, struct wl_resource *compositor, uint32_t id) {
    struct tc *tc = of(compositor);
    struct wl_resource *surface = make(client, &wl_surface_interface, 4, id, &surface_requests, tc, end_surface);
    // The first one is the window; others are cursors.
    if (tc->surface == NULL) tc->surface = surface;
}

static void make_region(struct wl_client *client, struct wl_resource *compositor, uint32_t id) {
    make(client, &wl_region_interface, 1, id, NULL, of(compositor), NULL);
}

static const struct wl_compositor_interface compositor_requests = {make_surface, make_region};

// MARK: The shell

static void set_title(struct wl_client *client, struct wl_resource *toplevel, const char *title) {
    (void)client;
    snprintf(of(toplevel)->title, sizeof of(toplevel)->title, "%s", title);
}

static void set_identifier(struct wl_client *client, struct wl_resource *toplevel, const char *identifier) {
    (void)client;
    snprintf(of(toplevel)->identifier, sizeof of(toplevel)->identifier, "%s", identifier);
}

static void set_full_screen(struct wl_client *client, struct wl_resource *toplevel, struct wl_resource *output) {
    (void)client, (void)output;
    of(toplevel)->is_full_screen = true;
}

static const struct xdg_toplevel_interface toplevel_requests = {
    .destroy = destroy,
    .set_title = set_title,
    .set_app_id = set_identifier,
    .set_fullscreen = set_full_screen,
};

static void get_toplevel(struct wl_client *client, struct wl_resource *shell_surface, uint32_t id) {
    struct tc *tc = of(shell_surface);
    uint32_t version = (uint32_t)wl_resource_get_version(shell_surface);
    tc->toplevel = make(client, &xdg_toplevel_interface, version, id, &toplevel_requests, tc, end_toplevel);
}

static void ack_configure(struct wl_client *client, struct wl_resource *shell_surface, uint32_t serial) {
    (void)client;
    struct tc *tc = of(shell_surface);
    tc->acked_width = tc->told_width[serial % MOST_SIZES];
    tc->acked_height = tc->told_height[serial % MOST_SIZES];
}

static const struct xdg_surface_interface shell_surface_requests = {
    .destroy = destroy,
    .get_toplevel = get_toplevel,
    .ack_configure = ack_configure,
};

static void get_shell_surface(
    struct wl_client *client, struct wl_resource *shell, uint32_t id, struct wl_resource *surface
) {
    struct tc *tc = of(shell);
    uint32_t version = (uint32_t)wl_resource_get_version(shell);
    (void)surface;
    tc->is_configured = false;
    tc->destination_width = tc->destination_height = 0;
    tc->buffer_scale = 1;
    tc->shell_surface =
        make(client, &xdg_surface_interface, version, id, &shell_surface_requests, tc, end_shell_surface);
}

static void pong(struct wl_client *client, struct wl_resource *shell, uint32_t serial) {
    (void)client, (void)serial;
    snprintf(of(shell)->title, sizeof of(shell)->title, "pong");
}

static const struct xdg_wm_base_interface shell_requests = {
    .destroy = destroy,
    .get_xdg_surface = get_shell_surface,
    .pong = pong,
};

// MARK: Scales

static void set_source(
    struct wl_client *client, struct wl_resource *viewport, wl_fixed_t x, wl_fixed_t y, wl_fixed_t width,
    wl_fixed_t height
) {
    (void)client, (void)viewport, (void)x, (void)y, (void)width, (void)height;
}

static void set_destination(struct wl_client *client, struct wl_resource *viewport, int32_t width, int32_t height) {
    (void)client;
    of(viewport)->destination_width = width;
    of(viewport)->destination_height = height;
}

static const struct wp_viewport_interface viewport_requests = {destroy, set_source, set_destination};

static void get_viewport(
    struct wl_client *client, struct wl_resource *viewporter, uint32_t id, struct wl_resource *surface
) {
    (void)surface;
    make(client, &wp_viewport_interface, 1, id, &viewport_requests, of(viewporter), NULL);
}

static const struct wp_viewporter_interface viewporter_requests = {destroy, get_viewport};
static const struct wp_fractional_scale_v1_interface fractional_requests = {destroy};

static void get_fractional(
    struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *surface
) {
    struct tc *tc = of(manager);
    (void)surface;
    tc->fractional =
        make(client, &wp_fractional_scale_v1_interface, 1, id, &fractional_requests, tc, end_fractional);
}

static const struct wp_fractional_scale_manager_v1_interface fractional_manager_requests = {destroy, get_fractional};

static const struct wl_output_interface output_requests = {destroy};

static void send_output(struct tc *tc) {
    if (tc->output == NULL) return;
    wl_output_send_geometry(tc->output, 0, 0, 160, 90, 0, "test", "test", 0);
    wl_output_send_mode(tc->output, WL_OUTPUT_MODE_CURRENT, 800, 480, tc->options.refresh);
    wl_output_send_scale(tc->output, tc->options.output_scale);
    wl_output_send_done(tc->output);
}

// MARK: Devices

static void set_cursor(
    struct wl_client *client, struct wl_resource *pointer, uint32_t serial, struct wl_resource *surface, int32_t x,
    int32_t y
) {
    (void)client, (void)serial, (void)x, (void)y;
    of(pointer)->is_cursor_hidden = surface == NULL;
}

static const struct wl_pointer_interface pointer_requests = {set_cursor, destroy};
static const struct wl_keyboard_interface keyboard_requests = {destroy};
static const struct wl_touch_interface touch_requests = {destroy};

static void get_pointer(struct wl_client *client, struct wl_resource *seat, uint32_t id) {
    struct tc *tc = of(seat);
    uint32_t version = (uint32_t)wl_resource_get_version(seat);
    tc->pointer = make(client, &wl_pointer_interface, version, id, &pointer_requests, tc, end_pointer);
}

static void get_keyboard(struct wl_client *client, struct wl_resource *seat, uint32_t id) {
    struct tc *tc = of(seat);
    uint32_t version = (uint32_t)wl_resource_get_version(seat);
    tc->keyboard = make(client, &wl_keyboard_interface, version, id, &keyboard_requests, tc, end_keyboard);
}

static void get_touch(struct wl_client *client, struct wl_resource *seat, uint32_t id) {
    struct tc *tc = of(seat);
    uint32_t version = (uint32_t)wl_resource_get_version(seat);
    tc->touch = make(client, &wl_touch_interface, version, id, &touch_requests, tc, end_touch);
}

static const struct wl_seat_interface seat_requests = {get_pointer, get_keyboard, get_touch, destroy};

// MARK: Text

static void text_enable(struct wl_client *client, struct wl_resource *input) {
    (void)client;
    snprintf(of(input)->pending_text, sizeof of(input)->pending_text, "enabled");
}

static void text_disable(struct wl_client *client, struct wl_resource *input) {
    (void)client;
    snprintf(of(input)->pending_text, sizeof of(input)->pending_text, "disabled");
}

static void text_add(struct tc *tc, const char *text) {
    size_t length = strlen(tc->pending_text);
    snprintf(tc->pending_text + length, sizeof tc->pending_text - length, "%s", text);
}

static void text_surrounding(
    struct wl_client *client, struct wl_resource *input, const char *text, int32_t caret, int32_t anchor
) {
    (void)client;
    char line[MOST_TEXT / 8];
    snprintf(line, sizeof line, " \"%s\" %d %d", text, caret, anchor);
    text_add(of(input), line);
}

static void text_cause(struct wl_client *client, struct wl_resource *input, uint32_t cause) {
    (void)client, (void)input, (void)cause;
}

static void text_content(struct wl_client *client, struct wl_resource *input, uint32_t hint, uint32_t purpose) {
    (void)client, (void)hint;
    if (purpose != 0) text_add(of(input), " password");
}

static void text_rectangle(
    struct wl_client *client, struct wl_resource *input, int32_t x, int32_t y, int32_t width, int32_t height
) {
    (void)client;
    char line[64];
    snprintf(line, sizeof line, " at %d,%d %dx%d", x, y, width, height);
    text_add(of(input), line);
}

static void text_commit(struct wl_client *client, struct wl_resource *input) {
    (void)client;
    struct tc *tc = of(input);
    tc->text_serial++;
    snprintf(tc->text_state, sizeof tc->text_state, "%s", tc->pending_text);
    tc->pending_text[0] = 0;
}

static const struct zwp_text_input_v3_interface text_requests = {
    destroy, text_enable, text_disable, text_surrounding, text_cause, text_content, text_rectangle, text_commit,
};

static void get_text_input(
    struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *seat
) {
    struct tc *tc = of(manager);
    (void)seat;
    tc->text_input = make(client, &zwp_text_input_v3_interface, 1, id, &text_requests, tc, end_text_input);
}

static const struct zwp_text_input_manager_v3_interface text_manager_requests = {destroy, get_text_input};

// MARK: The clipboard

static void source_offer(struct wl_client *client, struct wl_resource *source, const char *kind) {
    (void)client, (void)source, (void)kind;
}

static void source_actions(struct wl_client *client, struct wl_resource *source, uint32_t actions) {
    (void)client, (void)source, (void)actions;
}

static const struct wl_data_source_interface source_requests = {source_offer, destroy, source_actions};

static void make_source(struct wl_client *client, struct wl_resource *manager, uint32_t id) {
    make(client, &wl_data_source_interface, 3, id, &source_requests, of(manager), end_data_source);
}

static void set_selection(
    struct wl_client *client, struct wl_resource *device, struct wl_resource *source, uint32_t serial
) {
    (void)client, (void)serial;
    of(device)->data_source = source;
}

static void start_drag(
    struct wl_client *client, struct wl_resource *device, struct wl_resource *source, struct wl_resource *origin,
    struct wl_resource *icon, uint32_t serial
) {
    (void)client, (void)device, (void)source, (void)origin, (void)icon, (void)serial;
}

static const struct wl_data_device_interface device_requests = {start_drag, set_selection, destroy};

static void get_data_device(
    struct wl_client *client, struct wl_resource *manager, uint32_t id, struct wl_resource *seat
) {
    struct tc *tc = of(manager);
    (void)seat;
    tc->data_device = make(client, &wl_data_device_interface, 3, id, &device_requests, tc, end_data_device);
}

static const struct wl_data_device_manager_interface data_manager_requests = {make_source, get_data_device};

static void offer_accept(struct wl_client *client, struct wl_resource *offer, uint32_t serial, const char *kind) {
    (void)client, (void)offer, (void)serial, (void)kind;
}

static void offer_receive(struct wl_client *client, struct wl_resource *offer, const char *kind, int32_t file) {
    (void)client, (void)kind;
    struct tc *tc = of(offer);
    const char *text = tc->offered == NULL ? "" : tc->offered;
    // A text of a test fits into a pipe.
    if (write(file, text, strlen(text)) < 0) perror("test compositor: pipe");
    close(file);
}

static const struct wl_data_offer_interface offer_requests = {
    .accept = offer_accept,
    .receive = offer_receive,
    .destroy = destroy,
};

// MARK: Globals

#define BINDS(name, interface, requests)                                                                               \
    static void bind_##name(struct wl_client *client, void *data, uint32_t version, uint32_t id) {                     \
        make(client, &interface, version, id, requests, data, NULL);                                                   \
    }
BINDS(compositor, wl_compositor_interface, &compositor_requests)
BINDS(viewporter, wp_viewporter_interface, &viewporter_requests)
BINDS(fractional_manager, wp_fractional_scale_manager_v1_interface, &fractional_manager_requests)
BINDS(text_manager, zwp_text_input_manager_v3_interface, &text_manager_requests)
BINDS(data_manager, wl_data_device_manager_interface, &data_manager_requests)

static void bind_shell(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct tc *tc = data;
    tc->shell = make(client, &xdg_wm_base_interface, version, id, &shell_requests, tc, end_shell);
}

static void bind_output(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct tc *tc = data;
    tc->output = make(client, &wl_output_interface, version, id, &output_requests, tc, end_output);
    send_output(tc);
}

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct tc *tc = data;
    tc->seat = make(client, &wl_seat_interface, version, id, &seat_requests, tc, end_seat);
    wl_seat_send_capabilities(tc->seat, (uint32_t)tc->options.capabilities);
}

static void client_ended(struct wl_listener *listener, void *data) {
    struct tc *tc = wl_container_of(listener, tc, client_end);
    (void)data;
    tc->client = NULL;
}

static void client_started(struct wl_listener *listener, void *data) {
    struct tc *tc = wl_container_of(listener, tc, client_start);
    tc->client = data;
    tc->client_end.notify = client_ended;
    wl_client_add_destroy_listener(tc->client, &tc->client_end);
}

// MARK: The thread

static void *run(void *data) {
    struct tc *tc = data;
    while (true) {
        struct pollfd files[2] = {
            {.fd = wl_event_loop_get_fd(tc->loop), .events = POLLIN},
            {.fd = tc->wake, .events = POLLIN},
        };
        if (poll(files, 2, -1) < 0 && errno != EINTR) break;
        pthread_mutex_lock(&tc->mutex);
        bool stops = tc->is_stopping;
        if (!stops) {
            wl_event_loop_dispatch(tc->loop, 0);
            wl_display_flush_clients(tc->display);
        }
        pthread_mutex_unlock(&tc->mutex);
        if (stops) break;
    }
    return NULL;
}

struct tc *tc_start(const char *path, const struct tc_options *options) {
    struct tc *tc = calloc(1, sizeof *tc);
    tc->options = *options;
    tc->buffer_scale = 1;
    tc->paste = -1;
    tc->display = wl_display_create();
    if (wl_display_add_socket(tc->display, path) < 0) {
        wl_display_destroy(tc->display);
        free(tc);
        return NULL;
    }
    tc->loop = wl_display_get_event_loop(tc->display);
    wl_display_init_shm(tc->display);
    wl_global_create(tc->display, &wl_compositor_interface, 4, tc, bind_compositor);
    if (!options->lacks_shell) wl_global_create(tc->display, &xdg_wm_base_interface, 5, tc, bind_shell);
    if (options->fractional_scale > 0) {
        wl_global_create(tc->display, &wp_viewporter_interface, 1, tc, bind_viewporter);
        wl_global_create(
            tc->display, &wp_fractional_scale_manager_v1_interface, 1, tc, bind_fractional_manager
        );
    }
    tc->output_global = wl_global_create(tc->display, &wl_output_interface, 3, tc, bind_output);
    if (options->capabilities >= 0) wl_global_create(tc->display, &wl_seat_interface, 8, tc, bind_seat);
    if (!options->lacks_text_input) {
        wl_global_create(tc->display, &zwp_text_input_manager_v3_interface, 1, tc, bind_text_manager);
    }
    if (!options->lacks_data_device) {
        wl_global_create(tc->display, &wl_data_device_manager_interface, 3, tc, bind_data_manager);
    }
    tc->client_start.notify = client_started;
    wl_display_add_client_created_listener(tc->display, &tc->client_start);
    pthread_mutex_init(&tc->mutex, NULL);
    tc->wake = eventfd(0, EFD_CLOEXEC);
    pthread_create(&tc->thread, NULL, run, tc);
    return tc;
}

void tc_stop(struct tc *tc) {
    pthread_mutex_lock(&tc->mutex);
    tc->is_stopping = true;
    pthread_mutex_unlock(&tc->mutex);
    uint64_t one = 1;
    if (write(tc->wake, &one, sizeof one) < 0) perror("test compositor: eventfd");
    pthread_join(tc->thread, NULL);
    wl_display_destroy_clients(tc->display);
    wl_display_destroy(tc->display);
    close(tc->wake);
    if (tc->paste >= 0) close(tc->paste);
    free(tc->pixels);
    free(tc->offered);
    free(tc->pasted);
    pthread_mutex_destroy(&tc->mutex);
    free(tc);
}

static void lock(struct tc *tc) { pthread_mutex_lock(&tc->mutex); }

static void unlock(struct tc *tc) {
    wl_display_flush_clients(tc->display);
    pthread_mutex_unlock(&tc->mutex);
}

void tc_sync(struct tc *tc) {
    lock(tc);
    struct pollfd file = {.fd = wl_event_loop_get_fd(tc->loop), .events = POLLIN};
    // A client that floods the compositor does not hold the test up.
    for (int round = 0; round < 1000 && poll(&file, 1, 0) > 0; round++) {
        wl_event_loop_dispatch(tc->loop, 0);
        wl_display_flush_clients(tc->display);
    }
    unlock(tc);
}

// MARK: What was asked for

#define READS(type, name, value)                                                                                       \
    type name(struct tc *tc) {                                                                                         \
        lock(tc);                                                                                                      \
        type result = (value);                                                                                         \
        unlock(tc);                                                                                                    \
        return result;                                                                                                 \
    }
READS(int, tc_commit_count, tc->commits)
READS(int, tc_picture_width, tc->width)
READS(int, tc_picture_height, tc->height)
READS(int, tc_destination_width, tc->destination_width)
READS(int, tc_destination_height, tc->destination_height)
READS(int, tc_buffer_scale, tc->buffer_scale)
READS(int, tc_frame_requests, tc->frame_requests)
READS(int, tc_faults, tc->faults)
READS(bool, tc_has_client, tc->client != NULL)

int64_t tc_take_damage(struct tc *tc) {
    lock(tc);
    int64_t damage = tc->damage;
    tc->damage = 0;
    unlock(tc);
    return damage;
}

uint32_t tc_pixel(struct tc *tc, int x, int y) {
    lock(tc);
    uint32_t pixel = pixel_at(tc, x, y);
    unlock(tc);
    return pixel;
}

void tc_note_pictures(struct tc *tc, int x, int y, struct tc_note *notes, size_t capacity) {
    lock(tc);
    tc->notes = notes;
    tc->note_count = 0;
    tc->most_notes = capacity;
    tc->note_x = x;
    tc->note_y = y;
    unlock(tc);
}

size_t tc_end_notes(struct tc *tc) {
    lock(tc);
    size_t count = tc->note_count;
    tc->notes = NULL;
    tc->note_count = tc->most_notes = 0;
    unlock(tc);
    return count;
}

const char *tc_asked(struct tc *tc) {
    lock(tc);
    snprintf(
        tc->asked, sizeof tc->asked, "title %s\nidentifier %s\n%s%stext %s\n", tc->title, tc->identifier,
        tc->is_full_screen ? "full screen\n" : "", tc->is_cursor_hidden ? "cursor hidden\n" : "", tc->text_state
    );
    unlock(tc);
    return tc->asked;
}

// MARK: What is told

// A function that does something under the lock, if an object is there.
#define TELLS(object, call)                                                                                            \
    lock(tc);                                                                                                          \
    if ((object) != NULL) { call; }                                                                                    \
    unlock(tc);

void tc_configure(struct tc *tc, int width, int height, bool is_activated, bool is_suspended) {
    TELLS(tc->toplevel, send_configure(tc, width, height, is_activated, is_suspended))
}

void tc_close_window(struct tc *tc) { TELLS(tc->toplevel, xdg_toplevel_send_close(tc->toplevel)) }

void tc_send_frames(struct tc *tc, uint32_t time) { TELLS(tc->surface, send_frames(tc, time)) }

void tc_release_buffers(struct tc *tc) {
    lock(tc);
    while (tc->buffer_count > 0) wl_buffer_send_release(tc->buffers[--tc->buffer_count]);
    unlock(tc);
}

void tc_set_fractional_scale(struct tc *tc, int scale) {
    TELLS(tc->fractional, wp_fractional_scale_v1_send_preferred_scale(tc->fractional, (uint32_t)scale))
}

void tc_set_output_scale(struct tc *tc, int scale) {
    lock(tc);
    tc->options.output_scale = scale;
    send_output(tc);
    unlock(tc);
}

void tc_remove_output(struct tc *tc) {
    lock(tc);
    if (tc->output_global != NULL) wl_global_destroy(tc->output_global);
    tc->output_global = NULL;
    unlock(tc);
}

void tc_add_output(struct tc *tc) {
    lock(tc);
    tc->output_global = wl_global_create(tc->display, &wl_output_interface, 3, tc, bind_output);
    unlock(tc);
}

void tc_ping(struct tc *tc) { TELLS(tc->shell, xdg_wm_base_send_ping(tc->shell, ++tc->serial)) }

void tc_break_protocol(struct tc *tc) { TELLS(tc->shell, wl_resource_post_error(tc->shell, 4, "a test's error")) }

void tc_set_capabilities(struct tc *tc, int capabilities) {
    TELLS(tc->seat, wl_seat_send_capabilities(tc->seat, (uint32_t)capabilities))
}

void tc_touch_down(struct tc *tc, int id, double x, double y) {
    TELLS(
        tc->touch,
        if (tc->surface != NULL) wl_touch_send_down(
            tc->touch, ++tc->serial, milliseconds(), tc->surface, id, wl_fixed_from_double(x), wl_fixed_from_double(y)
        )
    )
}

void tc_touch_move(struct tc *tc, int id, double x, double y) {
    TELLS(
        tc->touch,
        wl_touch_send_motion(tc->touch, milliseconds(), id, wl_fixed_from_double(x), wl_fixed_from_double(y))
    )
}

void tc_touch_up(struct tc *tc, int id) {
    TELLS(tc->touch, wl_touch_send_up(tc->touch, ++tc->serial, milliseconds(), id))
}

void tc_touch_frame(struct tc *tc) { TELLS(tc->touch, wl_touch_send_frame(tc->touch)) }

void tc_touch_cancel(struct tc *tc) { TELLS(tc->touch, wl_touch_send_cancel(tc->touch)) }

void tc_pointer_enter(struct tc *tc, double x, double y) {
    TELLS(
        tc->pointer, wl_pointer_send_enter(
                         tc->pointer, ++tc->serial, tc->surface, wl_fixed_from_double(x), wl_fixed_from_double(y)
                     );
        wl_pointer_send_frame(tc->pointer)
    )
}

void tc_pointer_move(struct tc *tc, double x, double y) {
    TELLS(
        tc->pointer,
        wl_pointer_send_motion(tc->pointer, milliseconds(), wl_fixed_from_double(x), wl_fixed_from_double(y));
        wl_pointer_send_frame(tc->pointer)
    )
}

void tc_pointer_leave(struct tc *tc) {
    TELLS(
        tc->pointer, wl_pointer_send_leave(tc->pointer, ++tc->serial, tc->surface);
        wl_pointer_send_frame(tc->pointer)
    )
}

void tc_pointer_button(struct tc *tc, uint32_t code, bool is_down) {
    TELLS(
        tc->pointer, wl_pointer_send_button(tc->pointer, ++tc->serial, milliseconds(), code, is_down);
        wl_pointer_send_frame(tc->pointer)
    )
}

void tc_pointer_wheel(struct tc *tc, int value) {
    TELLS(
        tc->pointer, wl_pointer_send_axis_source(tc->pointer, WL_POINTER_AXIS_SOURCE_WHEEL);
        wl_pointer_send_axis_value120(tc->pointer, WL_POINTER_AXIS_VERTICAL_SCROLL, value);
        wl_pointer_send_axis(
            tc->pointer, milliseconds(), WL_POINTER_AXIS_VERTICAL_SCROLL, wl_fixed_from_double(value / 8.0)
        );
        wl_pointer_send_frame(tc->pointer)
    )
}

void tc_pointer_pad(struct tc *tc, double distance) {
    TELLS(
        tc->pointer, wl_pointer_send_axis_source(tc->pointer, WL_POINTER_AXIS_SOURCE_FINGER); wl_pointer_send_axis(
            tc->pointer, milliseconds(), WL_POINTER_AXIS_VERTICAL_SCROLL, wl_fixed_from_double(distance)
        );
        wl_pointer_send_frame(tc->pointer)
    )
}

void tc_keyboard_layout(struct tc *tc, const char *text) {
    lock(tc);
    size_t size = strlen(text) + 1;
    int file = memfd_create("layout", MFD_CLOEXEC);
    if (tc->keyboard != NULL && file >= 0 && write(file, text, size) == (ssize_t)size) {
        wl_keyboard_send_keymap(tc->keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, file, (uint32_t)size);
    }
    unlock(tc);
    if (file >= 0) close(file);
}

void tc_keyboard_enter(struct tc *tc, const uint32_t *codes, size_t count) {
    struct wl_array keys;
    wl_array_init(&keys);
    if (count > 0) memcpy(wl_array_add(&keys, count * sizeof *codes), codes, count * sizeof *codes);
    TELLS(tc->keyboard, wl_keyboard_send_enter(tc->keyboard, ++tc->serial, tc->surface, &keys))
    wl_array_release(&keys);
}

void tc_keyboard_leave(struct tc *tc) {
    TELLS(tc->keyboard, wl_keyboard_send_leave(tc->keyboard, ++tc->serial, tc->surface))
}

void tc_key(struct tc *tc, uint32_t code, bool is_down) {
    TELLS(tc->keyboard, wl_keyboard_send_key(tc->keyboard, ++tc->serial, milliseconds(), code, is_down))
}

void tc_modifiers(struct tc *tc, uint32_t down, uint32_t locked, uint32_t group) {
    TELLS(tc->keyboard, wl_keyboard_send_modifiers(tc->keyboard, ++tc->serial, down, 0, locked, group))
}

void tc_repeat(struct tc *tc, int rate, int delay) {
    TELLS(tc->keyboard, wl_keyboard_send_repeat_info(tc->keyboard, rate, delay))
}

void tc_text_enter(struct tc *tc) { TELLS(tc->text_input, zwp_text_input_v3_send_enter(tc->text_input, tc->surface)) }

void tc_text_leave(struct tc *tc) { TELLS(tc->text_input, zwp_text_input_v3_send_leave(tc->text_input, tc->surface)) }

void tc_text(struct tc *tc, const char *preedit, const char *commit, int before, int after) {
    TELLS(
        tc->text_input, if (preedit != NULL) zwp_text_input_v3_send_preedit_string(
                            tc->text_input, preedit, (int32_t)strlen(preedit), (int32_t)strlen(preedit)
                        );
        if (commit != NULL) zwp_text_input_v3_send_commit_string(tc->text_input, commit);
        if (before > 0 || after > 0) zwp_text_input_v3_send_delete_surrounding_text(
            tc->text_input, (uint32_t)before, (uint32_t)after
        );
        zwp_text_input_v3_send_done(tc->text_input, tc->text_serial)
    )
}

void tc_offer(struct tc *tc, const char *text) {
    lock(tc);
    if (tc->data_device != NULL) {
        free(tc->offered);
        tc->offered = strdup(text);
        struct wl_resource *offer = make(tc->client, &wl_data_offer_interface, 3, 0, &offer_requests, tc, NULL);
        wl_data_device_send_data_offer(tc->data_device, offer);
        wl_data_offer_send_offer(offer, "text/html");
        wl_data_offer_send_offer(offer, "text/plain;charset=utf-8");
        wl_data_device_send_selection(tc->data_device, offer);
    }
    unlock(tc);
}

bool tc_begin_paste(struct tc *tc) {
    int ends[2];
    if (tc->paste >= 0 || pipe2(ends, O_CLOEXEC) < 0) return false;
    lock(tc);
    bool is_there = tc->data_source != NULL;
    if (is_there) wl_data_source_send_send(tc->data_source, "text/plain;charset=utf-8", ends[1]);
    unlock(tc);
    close(ends[1]);
    if (is_there) tc->paste = ends[0]; else close(ends[0]);
    return is_there;
}

const char *tc_end_paste(struct tc *tc) {
    if (tc->paste < 0) return NULL;
    size_t count = 0, room = 1 << 16;
    free(tc->pasted);
    tc->pasted = calloc(1, room + 1);
    ssize_t got;
    while (count < room && (got = read(tc->paste, tc->pasted + count, room - count)) > 0) count += (size_t)got;
    close(tc->paste);
    tc->paste = -1;
    return tc->pasted;
}
#endif
