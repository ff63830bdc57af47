// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { accentShades, contrast } from '../../engine/shell/colour.ts';
import { createStored } from '../../engine/data/storage.ts';
import { createTheme, type ThemeStore } from '../../engine/shell/theme.ts';
import { spec } from '../spec/spec.ts';

const ACCENTS = ['#0CBCEC', '#FC6532', '#A951BB', '#6dc13a', '#ffffff', '#000000', '#ffff00', '#0000ff'];

describe('the shades of an accent', () => {
  for (const accent of ACCENTS)
    for (const dark of [false, true])
      it(`${accent} ${dark ? 'dark' : 'light'} can be read`, () => {
        const { strong, ink, soft } = accentShades(accent, dark);
        const surfaces = dark ? ['#0f1216', '#171b21', '#1c2128'] : ['#ffffff', '#f7f8fa', '#f3f4f6'];
        for (const surface of [...surfaces, soft])
          expect(contrast(strong, surface), `${strong} on ${surface}`).toBeGreaterThanOrEqual(4.5);
        expect(contrast(strong, ink), `${ink} on ${strong}`).toBeGreaterThanOrEqual(4.5);
      });
});

describe('the theme', () => {
  let theme: ThemeStore;
  beforeEach(() => {
    localStorage.clear();
    theme = createTheme(createStored());
  });

  it('is applied to the document, with the icon of the tab, and remembered', () => {
    spec('B-019', 'B-223');
    const stop = theme.start();
    theme.setDark(true);
    theme.setAccent('#FC6532');
    const { dataset, style } = document.documentElement;
    expect([dataset.theme, style.getPropertyValue('--accent')]).toEqual(['dark', '#FC6532']);
    expect(localStorage.getItem('darkTheme')).toBe('true');
    expect(decodeURIComponent(document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href)).toContain(
      '#FC6532',
    );
    theme.setDark(false);
    expect([dataset.theme, localStorage.getItem('darkTheme')]).toEqual(['light', 'false']);
    stop();
  });

  it('is the instance’s until the user chooses one', () => {
    const stop = theme.start();
    theme.setDark(false);
    localStorage.clear();
    theme.offer('dark');
    expect([document.documentElement.dataset.theme, localStorage.getItem('darkTheme')]).toEqual([
      'dark',
      null,
    ]);
    theme.setDark(false);
    theme.offer('dark');
    expect(document.documentElement.dataset.theme).toBe('light');
    stop();
  });

  it('is the account’s after its sign-in; the switch then applies to this browser', () => {
    const stop = theme.start();
    const shown = () => document.documentElement.dataset.theme;
    theme.setDark(false);
    theme.followAccount('anna', 'dark');
    expect(shown()).toBe('dark');
    theme.setDark(false);
    // The page is reloaded: the account has the same theme as before.
    theme.followAccount('anna', 'dark');
    expect(shown()).toBe('light');
    theme.followAccount('anna', 'light');
    theme.followAccount('anna', 'dark');
    expect(shown()).toBe('dark');
    theme.setDark(false);
    theme.followAccount(undefined, undefined);
    theme.followAccount('anna', 'dark');
    expect(shown()).toBe('dark');
    // An account without a choice keeps the browser's.
    theme.followAccount('boris', null);
    expect(shown()).toBe('dark');
    stop();
  });
});
