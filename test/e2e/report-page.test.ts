import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {expect, it} from 'vitest';
import {type BrowserPage, openPage, withChromium} from '../rig/chromium.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {reportProject} from './support/report-project.ts';

type Colour = readonly [red: number, green: number, blue: number];

const text = (page: BrowserPage, selector: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText.trim()`);

const openAll = (page: BrowserPage) =>
  page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);

/** The colours of a screenshot at the left edge of elements, inside of their padding. */
async function coloursAt(page: BrowserPage, selectors: readonly string[]): Promise<readonly Colour[]> {
  const places = await page.evaluate<readonly (readonly [number, number])[]>(
    `${JSON.stringify(selectors)}.map((selector) => {
      const {x, y, height} = document.querySelector(selector).getBoundingClientRect();
      return [Math.round(x + scrollX) + 3, Math.round(y + scrollY + height / 2)];
    })`,
  );
  const shot = (await page.screenshot()).toString('base64');
  // The policy of the page itself forbids images.
  const blank = page.blank;
  return blank(`(async () => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64('${shot}')], {type: 'image/png'}));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas.drawImage(bitmap, 0, 0);
    return ${JSON.stringify(places)}.map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data].slice(0, 3));
  })()`);
}

const PLACES = ['body', '.badge.good', '.badge.bad', '.badge.warn', '.badge.note'] as const;
const COLOURS = {
  light: ['ffffff', 'dafbe1', 'ffebe9', 'fff3c4', 'ddf4ff'],
  dark: ['0d1117', '12301c', '3d1517', '352a0d', '10243f'],
} as const;

await withChromium('a report page', (chromium) => {
  onCluster('of a project', (cluster) => {
    it('a report page is readable in light and dark, on a phone and on paper, and loads and runs nothing', async () => {
      const {stack} = await reportProject(cluster);
      expect((await stack.gantry(['report', '--html', 'report.html'])).code).toBe(1);
      const address = pathToFileURL(join(stack.dir, 'report.html')).href;
      const page = await openPage(chromium, address);

      for (const scheme of ['light', 'dark'] as const) {
        await page.look({width: 1280, scheme});
        const found = await coloursAt(page, PLACES);
        const shown = found.map((colour) => colour.map((part) => part.toString(16).padStart(2, '0')).join(''));
        expect(shown).toEqual(COLOURS[scheme]);
      }

      expect(await text(page, 'h1')).toBe('Gantry report: shop');
      expect(await text(page, 'thead')).toBe('Stack\tlost\tprod\tstaging');
      expect(await text(page, 'tbody tr:last-child td:nth-of-type(2)')).toMatch(
        /Release.*revision 1, succeeded\s+Health.*3 ready\s+Drift.*1 changed\s+Plan.*2 to update/,
      );
      expect(await text(page, '[id="shop/web/lost"]')).toContain('ECONNREFUSED');
      // Closed lists are closed, and open lists show the changes as text.
      const drifted = '[id="shop/web/prod"]';
      expect(await text(page, drifted)).not.toContain('kubectl-edit');
      await openAll(page);
      expect(await text(page, drifted)).toContain('kubectl-edit');
      expect(await text(page, drifted)).toContain('<script>document.title=');
      expect(await page.evaluate('document.title')).toBe('Gantry report: shop');
      expect(
        await page.evaluate(`document.querySelectorAll('script, img, link, iframe, [style], [onerror]').length`),
      ).toBe(0);

      for (const scheme of ['light', 'dark'] as const) {
        await page.look({width: 1280, scheme});
        expect(await accessibilityProblems(page, chromium.axe)).toEqual([]);
      }
      await page.look({width: 360, scheme: 'light'});
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(await page.evaluate(`getComputedStyle(document.querySelector('.where')).display`)).toBe('block');
      expect(await accessibilityProblems(page, chromium.axe)).toEqual([]);

      // The printed page has all lists open, and its colours are for paper.
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = false; })`);
      await page.look({width: 800, scheme: 'dark', media: 'print'});
      expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(255, 255, 255)');
      expect(
        await page.evaluate<number>(
          `document.querySelector('[id="shop/web/prod"] pre').getBoundingClientRect().height`,
        ),
      ).toBeGreaterThan(0);

      expect(page.requests).toEqual([address]);
      expect(page.problems).toEqual([]);
      // The policy also blocks scripts and images that somebody adds to the page later.
      await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src="https://example.invalid/x">')`);
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('script'), {text: 'document.title = 1'}))`,
      );
      const refused = () => page.problems.filter((problem) => problem.includes('Content Security Policy'));
      await expect.poll(refused).toHaveLength(2);
      expect(await page.evaluate('document.title')).toBe('Gantry report: shop');
    });
  });
});

async function accessibilityProblems(page: BrowserPage, axe: string): Promise<readonly unknown[]> {
  await page.evaluate(await readFile(axe, 'utf8'));
  return page.evaluate(
    `axe.run().then(({violations}) => violations.map(({id, nodes}) => [id, nodes.map((one) => one.html)]))`,
  );
}
