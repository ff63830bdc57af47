// Runs in each page before its own scripts. "Painted" is: an animation frame sees the wanted state, and a message posted
// from it arrives, so that frame is out.
window.bench = (() => {
  const afterFrame = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(0);
    });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  /** When the frame is out in which the test holds. */
  const until = async (test) => {
    for (;;) {
      await frame();
      if (test()) return afterFrame();
    }
  };
  const shown = (selector) => {
    const element = document.querySelector(selector);
    return element?.getBoundingClientRect().width ? element : null;
  };
  const bench = {
    until,
    cell: (selector, texts) => texts.includes(shown(selector)?.textContent.trim()),
    field: (first, last) => shown(first) !== null && document.querySelector(last) !== null,
    count: (selector) => document.querySelectorAll(selector).length,
    /** From the next event of this type until the test holds, in milliseconds. */
    arm(type, test) {
      let since;
      addEventListener(type, (event) => (since ??= event.timeStamp), { capture: true, once: true });
      bench.armed = until(() => since !== undefined && test()).then((end) => end - since);
    },
    watchKeys() {
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          bench.key = frame()
            .then(afterFrame)
            .then((end) => end - timeStamp);
        },
        true,
      );
    },
    /** Frames of which each scrolls on; what is over a frame's time was dropped. */
    async scroll(selector, steps, pixels) {
      const element = document.querySelector(selector);
      let way = 1;
      let last;
      let dropped = 0;
      for (let i = 0; i <= steps; i++) {
        const now = await frame();
        if (last !== undefined) dropped += Math.max(0, Math.round((now - last) / (1000 / 60)) - 1);
        last = now;
        const end = element.scrollHeight - element.clientHeight;
        if (element.scrollTop + way * pixels > end || element.scrollTop + way * pixels < 0) way = -way;
        element.scrollTop += way * pixels;
      }
      return dropped;
    },
  };
  return bench;
})();
