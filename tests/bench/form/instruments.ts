/** Clocks that run in the page: from the call until the frame that shows the wanted state is out. */

const LIMIT = 20_000;

function untilPainted(shown: () => boolean): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) => {
    const look = () => {
      if (!shown() && performance.now() - started < LIMIT) return void requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now() - started));
      port1.start();
      port2.postMessage(0);
    };
    requestAnimationFrame(look);
  });
}

const errors = (): number => document.querySelectorAll('.row > .error, [id$="-error"]').length;

/** What the runner calls; `draw` renders the form. */
export function makeBench(draw: () => void): Window['bench'] {
  return {
    mount(size) {
      const painted = untilPainted(() => document.querySelector(`[id$="f${size - 1}"]`) !== null);
      draw();
      return painted;
    },
    async submit(expected) {
      const painted = untilPainted(() => errors() >= expected);
      document.querySelector<HTMLButtonElement>('form button.save, form button[type=submit]')!.click();
      return { submit: await painted, errors: errors() };
    },
    frame: () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  };
}
