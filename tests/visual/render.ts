/**
 * Makes the pictures of the project in the working folder, from its build: `render.ts OUT`. It runs for the tree under
 * test and, by the same code, for the one that it is compared with.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import config from '../../playwright.config.ts';
import { isSelectedScreen, isOpen, shown, type Shown } from '../e2e/configs/screens.ts';
import { serveBuild } from '../e2e/configs/serve.ts';
import { eachScreen } from '../e2e/configs/trees.ts';
import { project } from '../e2e/walk/visits.ts';
import { looks, nameOf, type Look } from './looks.ts';
import { pictureOf, setWidth } from './picture.ts';

/** Every picture is rasterized from scratch and in one piece: reused parts of the last one differ at round corners. */
const SAME_EACH_TIME = [
  '--disable-partial-raster',
  '--disable-checker-imaging',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
];

const out = process.argv[2]!;
const screens = shown(project).filter(({ entry }) => isSelectedScreen(entry));
const readers = [
  { permissions: project.catalogue.permissions, screens: screens.filter((one) => !isOpen(one)) },
  { permissions: null, screens: screens.filter(isOpen) },
];

mkdirSync(out, { recursive: true });
const served = await serveBuild();
const { args, ...options } = config.use!.launchOptions!;
const browser = await chromium.launch({ ...options, args: [...args!, ...SAME_EACH_TIME] });
try {
  const context = await browser.newContext({ baseURL: served.url, locale: 'ru-RU', reducedMotion: 'reduce' });
  const page = await context.newPage();
  // The compiler that runs this file names functions by a helper, which a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  for (const look of looks()) await takeAll(look);

  async function takeAll(look: Look): Promise<void> {
    await setWidth(page, look.width);
    for (const { permissions, screens: own } of readers)
      await eachScreen(page, { ...look, permissions }, own, { screens: {} }, (one) => take(look, one));
    console.log(`${nameOf(look)}: ${screens.length} screens`);
  }

  async function take(look: Look, one: Shown): Promise<void> {
    const file = join(out, `${one.entry.id}.${nameOf(look)}.png`);
    try {
      writeFileSync(file, await pictureOf(page, one));
    } catch (error) {
      console.error(`${one.entry.id} was not pictured: ${String(error).split('\n')[0]}`);
    }
  }
} finally {
  await browser.close();
  served.close();
}
