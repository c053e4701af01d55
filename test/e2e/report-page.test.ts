import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {expect, it} from 'vitest';
import {openPage, withChromium} from '../rig/chromium.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {reportProject} from './support/report-project.ts';

await withChromium('a report page', (chromium) => {
  onCluster('of a project', (cluster) => {
    it('works', async () => {
      const {stack} = await reportProject(cluster);
      const ran = await stack.gantry(['report', '--html', 'report.html']);
      expect(ran.code).toBe(1);
      const page = await openPage(chromium, pathToFileURL(join(stack.dir, 'report.html')).href);
      await page.look({width: 1280, scheme: 'light'});
      await writeFile('/tmp/light.png', await page.screenshot());
      await page.look({width: 1280, scheme: 'dark'});
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`);
      await writeFile('/tmp/dark.png', await page.screenshot());
      await page.look({width: 360, scheme: 'light'});
      await writeFile('/tmp/phone.png', await page.screenshot());
      console.log(
        page.requests,
        page.problems,
        await page.evaluate('document.title'),
        await page.evaluate('document.documentElement.scrollWidth'),
      );
    });
  });
});
