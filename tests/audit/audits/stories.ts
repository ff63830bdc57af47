/** Every story of the static build, rendered with the real server: no console error, no accessibility violation. */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const audit: Audit = async (step) => {
  const { ok, printed } = await step('every story', async () => {
    await run([
      'node_modules/storybook/dist/bin/dispatcher.js',
      'build',
      '--quiet',
      '--output-dir',
      'storybook-static',
    ]);
    return run(['node_modules/@playwright/test/cli.js', 'test', 'stories', '--reporter', 'list'], {
      STORIES: 'all',
    });
  });
  const match = /stories, (\d+) of (\d+)/.exec(printed);
  return [
    {
      what: 'Every story rendered with the real server: axe (WCAG 2.2 AA), no console error',
      goal: 'no fault',
      reached: match ? `${match[1]} of ${match[2]} stories, ${ok ? 'no fault' : 'with faults'}` : 'not drawn',
      ok,
    },
  ];
};
export default audit;
