// notifications/post-…: a signal of a GObject, with a handler for each observer.
// https://docs.gtk.org/gobject/signals.html, https://docs.gtk.org/gobject/func.signal_emit.html
#include "jobs.h"

typedef struct {
    GObject base;
} BenchSubject;

typedef struct {
    GObjectClass base;
} BenchSubjectClass;

static guint note;

static void bench_subject_init(BenchSubject *subject) { (void)subject; }

// The marshaller is GLib's own for this argument, as for any signal that names none.
static void bench_subject_class_init(BenchSubjectClass *class) {
    note = g_signal_new(
        "note", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_LONG
    );
}

GType bench_subject_get_type(void);
G_DEFINE_TYPE(BenchSubject, bench_subject, G_TYPE_OBJECT)

static void on_note(BenchSubject *subject, glong number, gpointer sum) {
    (void)subject;
    *(glong *)sum += number;
}

enum { BATCHES = 20 };

void run_emit(peer_run *run, void *context) {
    static BenchSubject *subjects[101];
    static glong sum;
    size_t observers = *(size_t *)context;
    BenchSubject **subject = &subjects[observers];
    if (*subject == NULL) {
        *subject = g_object_new(bench_subject_get_type(), NULL);
        for (size_t index = 0; index < observers; index++) {
            g_signal_connect(*subject, "note", G_CALLBACK(on_note), &sum);
        }
    }
    size_t count = peer_count(run, observers == 0 ? 2000 : 20000 / (observers + 9));
    double times[BATCHES];
    sum = 0;
    for (size_t batch = 0; batch < BATCHES; batch++) {
        int64_t start = peer_now();
        for (size_t index = 0; index < count; index++) g_signal_emit(*subject, note, 0, (glong)1);
        times[batch] = (double)(peer_now() - start) / (double)count;
    }
    peer_expect(run, BATCHES * count * observers, (size_t)sum);
    peer_sample(run, "time", "ns/post", peer_quantile(times, BATCHES, 0.5));
}
