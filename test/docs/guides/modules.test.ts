import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {testGuide} from '../guide.ts';

testGuide('modules');

it('the module that docs/guides/modules.md writes has fewer than 40 lines', () => {
  const page = readFileSync(new URL('../../../docs/guides/modules.md', import.meta.url), 'utf8');
  const [, module = ''] = /^cat > modules\/cache\/module\.ts <<'END'\n(.*?)^END$/ms.exec(page) ?? [];
  expect(module).toContain('defineModule');
  expect(module.trimEnd().split('\n').length).toBeLessThan(40);
});
