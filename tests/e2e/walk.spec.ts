/**
 * Every screen of the product, from its compiled files: it shows content, is accessible, fits the window, and causes no
 * errors. Language, theme, width and account change from screen to screen by `SEED`; with `WALK=ru-dark` each is
 * visited in that language and theme, in both widths, and all its menus and pickers are opened;
 * `SCREENS=contract.limit,vehicle*` selects only these.
 */
import type { Random } from '../../server/core/random.ts';
import { spec } from '../spec/spec.ts';
import { expect, test } from './fixtures.ts';
import { LANGUAGES, textsOf, type Language } from './texts.ts';
import { inventory, nameMap } from '../spec/inventory.ts';
import { isSelectedScreen } from './configs/screens.ts';
import { NOBODY, type Look } from './walk/readers.ts';
import {
  expectContent,
  expectLooks,
  expectRefusal,
  openDialog,
  tryOpener,
  tryOpeners,
  type Opened,
} from './walk/steps.ts';
import { project, UNOPENED, visits, type Opener, type Visit } from './walk/visits.ts';
import { queryOf, randomOf, SEED, openingAction } from './walk/way.ts';

const WALK = process.env.WALK;
const WIDTHS = [1440, 390];

function looksOf(random: Random): Look[] {
  if (!WALK)
    return [{ language: random.pick(LANGUAGES), dark: random.chance(0.5), width: random.pick(WIDTHS) }];
  const [language, theme] = WALK.split('-');
  return WIDTHS.map((width) => ({ language: language as Language, dark: theme === 'dark', width }));
}

/** The routes and screens of the specification that a visit shows. */
function citesOf({ route, screen, dialog }: Visit): string[] {
  const id = dialog?.screen.id ?? screen.id;
  return [
    ...inventory.routes.map(({ path }) => path).filter((path) => path === route && !dialog),
    ...Object.keys(nameMap.screensWithoutRoute).filter((name) => nameMap.screensWithoutRoute[name] === id),
  ];
}

test.describe.configure({ mode: 'parallel' });

/**
 * Number of consecutive visits in one language, theme and width, and where possible with one account, without reloading
 * the page.
 */
const LEG = 6;

/** Number of records that are tried to find one that offers a dialog. */
const RECORDS = 5;

const selected = visits.filter(({ entry, dialog }) => isSelectedScreen(dialog?.screen ?? entry));

for (let at = 0; at < selected.length; at += LEG)
  test.describe(`leg ${at / LEG + 1}`, () => {
    test.describe.configure({ mode: 'default' });
    const leg = `leg ${at / LEG + 1}`;
    const looks = looksOf(randomOf(leg));
    for (const visit of selected.slice(at, at + LEG)) for (const look of looks) take(visit, look, leg);
  });

function take(visit: Visit, look: Look, leg: string): void {
  const { language, dark, width } = look;
  const random = randomOf(visit.name);
  test(`${visit.name}, ${language}, ${dark ? 'dark' : 'light'}, ${width}, seed ${SEED}`, async ({
    readers,
  }) => {
    spec(...citesOf(visit));
    const t = textsOf(language);
    const seen = readers.watch();
    const { dialog } = visit;
    const open = async (turn: number, opener?: Opener) => {
      const way = await openingAction(visit, readers, leg, random, turn);
      const page = await readers.open(
        way.login,
        look,
        way.address + queryOf(opener?.place, dialog?.need.query),
      );
      if (!way.closed) await page.locator(`[data-screen="${visit.screen.id}"]`).first().waitFor();
      const opened: Opened = way.closed || !opener ? 'open' : await openDialog(page, opener, t);
      return { way, page, opened };
    };
    const openers = dialog?.openers ?? [];
    let { way, page, opened } = await open(0, openers[0]);
    // What one control, record or account withholds another may offer.
    for (let turn = 1; opened === 'withheld' && turn < RECORDS * openers.length; turn += 1)
      ({ way, page, opened } = await open(Math.floor(turn / openers.length), openers[turn % openers.length]));
    test.info().annotations.push({ type: 'account', description: way.login });
    expect(opened, `one of ${RECORDS} records offers the dialog`).not.toBe('withheld');
    if (way.closed) await expect(page).toHaveURL('/error/403');
    else if (opened === 'open') await expectContent(page, visit);
    else test.info().annotations.push({ type: 'closed', description: 'the record lets nobody change it' });
    await expectLooks(page, dark);
    if (!visit.dialog) await (WALK ? tryOpeners(page) : tryOpener(page, random));
    if (!way.closed && way.login !== NOBODY) await expectRefusal(page, visit, t, dark);
    for (const description of seen.parts) test.info().annotations.push({ type: 'seen', description });
    expect(seen.faults, 'policy violations, uncaught and console errors').toEqual([]);
    // What a dialog leaves open would cover the next screen.
    if (!visit.dialog) readers.stay(page, way.login, look);
  });
}

test('every dialog of the product is opened by some screen', () => {
  const walked = visits.flatMap(({ dialog }) => (dialog ? [dialog.screen.id] : []));
  const dialogs = project.entries.filter(({ dialog }) => dialog).map(({ id }) => id);
  expect(dialogs.filter((id) => !walked.includes(id))).toEqual(UNOPENED);
});
