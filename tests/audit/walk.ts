/** Every screen in one language and theme, in both widths, with everything that it opens. */
import type { Audit } from './audit.ts';
import { run } from './command.ts';

export const walk =
  (look: string): Audit =>
  async (step) => {
    const ran = await step('every screen', async () => {
      await run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { NODE_ENV: 'production' });
      return run(['node_modules/@playwright/test/cli.js', 'test', 'walk', '--reporter', 'line'], {
        WALK: look,
      });
    });
    const [passed, failed] = ['passed', 'failed'].map((word) =>
      Number(new RegExp(`(\\d+) ${word}`).exec(ran.printed)?.[1] ?? 0),
    );
    return [
      {
        what: `Every screen and what it opens, ${look}, wide and narrow: content, axe (WCAG 2.2 AA), no console error`,
        goal: 'no fault',
        reached: `${passed} of ${passed! + failed!} screens`,
        ok: ran.ok,
      },
    ];
  };
