/** Toolbars, widths, and settings of every story. */
import type { Preview } from '@storybook/react-vite';
import { FIRST_ACCOUNT, toolbars, VIEWPORTS, withServer } from '../stories/toolbars.ts';
import '../engine/ui/theme.css';

const preview: Preview = {
  globalTypes: toolbars,
  initialGlobals: {
    locale: 'ru',
    theme: 'light',
    instanceType: '',
    account: FIRST_ACCOUNT,
    data: 'normal',
    density: 'comfortable',
  },
  loaders: [withServer],
  parameters: {
    layout: 'fullscreen',
    controls: { disable: true },
    actions: { disable: true },
    backgrounds: { disable: true },
    viewport: { options: VIEWPORTS },
    a11y: {
      test: 'error',
      options: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    },
    options: { storySort: { order: ['Screens', 'Views', 'Cells', 'Filters', 'Fields', 'Widgets'] } },
  },
};

export default preview;
