// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { accentShades, contrast } from '../../engine/shell/colour.ts';
import { followAccount, offerTheme, setAccent, setDark, startTheme } from '../../engine/shell/theme.ts';
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
  beforeEach(() => localStorage.clear());

  it('is painted on the document, with the icon of the tab, and remembered', () => {
    spec('B-019', 'B-223');
    const stop = startTheme();
    setDark(true);
    setAccent('#FC6532');
    const { dataset, style } = document.documentElement;
    expect([dataset.theme, style.getPropertyValue('--accent')]).toEqual(['dark', '#FC6532']);
    expect(localStorage.getItem('darkTheme')).toBe('true');
    expect(decodeURIComponent(document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href)).toContain(
      '#FC6532',
    );
    setDark(false);
    expect([dataset.theme, localStorage.getItem('darkTheme')]).toEqual(['light', 'false']);
    stop();
  });

  it('is the instance’s until the reader chooses one', () => {
    const stop = startTheme();
    setDark(false);
    localStorage.clear();
    offerTheme('dark');
    expect([document.documentElement.dataset.theme, localStorage.getItem('darkTheme')]).toEqual([
      'dark',
      null,
    ]);
    setDark(false);
    offerTheme('dark');
    expect(document.documentElement.dataset.theme).toBe('light');
    stop();
  });

  it('is the account’s from its sign-in on; the switch then holds for this browser', () => {
    const stop = startTheme();
    const shown = () => document.documentElement.dataset.theme;
    setDark(false);
    followAccount('anna', 'dark');
    expect(shown()).toBe('dark');
    setDark(false);
    // The page is loaded anew: the account says what it said before.
    followAccount('anna', 'dark');
    expect(shown()).toBe('light');
    followAccount('anna', 'light');
    followAccount('anna', 'dark');
    expect(shown()).toBe('dark');
    setDark(false);
    followAccount(undefined, undefined);
    followAccount('anna', 'dark');
    expect(shown()).toBe('dark');
    // An account without a choice leaves the browser's.
    followAccount('boris', null);
    expect(shown()).toBe('dark');
    stop();
  });
});
