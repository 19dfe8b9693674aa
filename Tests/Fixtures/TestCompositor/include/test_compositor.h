// A Wayland compositor for tests, in the process of the test: it does what it is told, and says what it was asked for.
//
// A thread of its own answers the client while the test waits; each function may be called from any one thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tc_options {
    // The size that the window is told, in points; 0 leaves the choice to the window.
    int width, height;
    // The scale of the output.
    int output_scale;
    // In thousandths of a frame a second.
    int refresh;
    // In 120ths; 0 for a compositor without fractional scales.
    int fractional_scale;
    // The capabilities of the seat as the protocol names them; -1 for a compositor without a seat.
    int capabilities;
    bool lacks_shell, lacks_text_input, lacks_data_device;
    // Whether the window is never told a size.
    bool is_silent;
    // Whether frame callbacks and buffers are kept until tc_send_frames and tc_release_buffers.
    bool holds_frames, holds_buffers;
};

struct tc;

// Starts a compositor on a socket with this path; NULL where it cannot.
struct tc *tc_start(const char *path, const struct tc_options *options);

// The compositor goes, and frees all.
void tc_stop(struct tc *compositor);

// Performs all that was asked for so far, and sends all that was told.
void tc_sync(struct tc *compositor);

// What was asked for.
int tc_commit_count(struct tc *compositor);
// The extent of the last picture in pixels, and a pixel of it as 0x00RRGGBB.
int tc_picture_width(struct tc *compositor);
int tc_picture_height(struct tc *compositor);
uint32_t tc_pixel(struct tc *compositor, int x, int y);
// Where the picture is seen, in points; 0 where only the scale of the buffer says it.
int tc_destination_width(struct tc *compositor);
int tc_destination_height(struct tc *compositor);
int tc_buffer_scale(struct tc *compositor);
// When a picture came, in nanoseconds of CLOCK_MONOTONIC, and one of its pixels as 0x00RRGGBB.
struct tc_note {
    int64_t time;
    uint32_t pixel;
};
// Has the next pictures noted, with the pixel at a place, until `notes` has `capacity` of them, or tc_end_notes.
void tc_note_pictures(struct tc *compositor, int x, int y, struct tc_note *notes, size_t capacity);
// How many pictures were noted; `notes` is not written any more.
size_t tc_end_notes(struct tc *compositor);
// The number of pixels that were named as changed since the last call.
int64_t tc_take_damage(struct tc *compositor);
// How often a picture had another size than the window has acknowledged, or no whole number of points.
int tc_faults(struct tc *compositor);
int tc_frame_requests(struct tc *compositor);
// The title, the identifier, the states that were asked for, and the text input's state, in lines. The text is valid
// until the next call.
const char *tc_asked(struct tc *compositor);
bool tc_has_client(struct tc *compositor);

// The window.
void tc_configure(struct tc *compositor, int width, int height, bool is_activated, bool is_suspended);
void tc_close_window(struct tc *compositor);
void tc_send_frames(struct tc *compositor, uint32_t milliseconds);
void tc_release_buffers(struct tc *compositor);
void tc_set_fractional_scale(struct tc *compositor, int scale);
void tc_set_output_scale(struct tc *compositor, int scale);
void tc_remove_output(struct tc *compositor);
void tc_add_output(struct tc *compositor);
void tc_ping(struct tc *compositor);
void tc_break_protocol(struct tc *compositor);

// Devices. Places are in points.
void tc_set_capabilities(struct tc *compositor, int capabilities);
void tc_touch_down(struct tc *compositor, int id, double x, double y);
void tc_touch_move(struct tc *compositor, int id, double x, double y);
void tc_touch_up(struct tc *compositor, int id);
void tc_touch_frame(struct tc *compositor);
void tc_touch_cancel(struct tc *compositor);
void tc_pointer_enter(struct tc *compositor, double x, double y);
void tc_pointer_move(struct tc *compositor, double x, double y);
void tc_pointer_leave(struct tc *compositor);
void tc_pointer_button(struct tc *compositor, uint32_t code, bool is_down);
// In 120ths of a notch.
void tc_pointer_wheel(struct tc *compositor, int value);
void tc_pointer_pad(struct tc *compositor, double distance);
void tc_keyboard_layout(struct tc *compositor, const char *text);
void tc_keyboard_enter(struct tc *compositor, const uint32_t *codes, size_t count);
void tc_keyboard_leave(struct tc *compositor);
void tc_key(struct tc *compositor, uint32_t code, bool is_down);
void tc_modifiers(struct tc *compositor, uint32_t down, uint32_t locked, uint32_t group);
void tc_repeat(struct tc *compositor, int rate, int delay);
void tc_text_enter(struct tc *compositor);
void tc_text_leave(struct tc *compositor);
// NULL for none.
void tc_text(struct tc *compositor, const char *preedit, const char *commit, int before, int after);
// Offers a text as the clipboard's.
void tc_offer(struct tc *compositor, const char *text);
// The text that the client offers, asked for and read; NULL where it offers none. Valid until the next call. The client
// writes it while the test runs its loop, so begin first, and read afterwards.
bool tc_begin_paste(struct tc *compositor);
const char *tc_end_paste(struct tc *compositor);
