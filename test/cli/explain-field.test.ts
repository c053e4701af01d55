import {describe, expect, it} from 'vitest';
import {COMPLETED_SHELLS} from '../../src/cli/completion/script.ts';
import {FILE_MODELS} from '../../src/config/file-models.ts';
import {ExplainFieldOutput} from '../../src/ui/output/explain-field-output.ts';
import {runInProcess} from './run-in-process.ts';

const gantry = (line: string) => runInProcess({argv: line.split(' ')});

describe('gantry explain', () => {
  it('gantry explain lists every file with its description', async () => {
    const {stdout, code} = await gantry('explain');
    expect(code).toBe(0);
    for (const file of Object.keys(FILE_MODELS)) expect(stdout).toMatch(new RegExp(`^${file} +[A-Z]`, 'm'));
  });

  it('gantry explain shows type, description and example of a field', async () => {
    const {stdout, code} = await gantry('explain stack.images');
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'FIELD:\n  stack.images <map[string]string|map[string]string>\n',
        'DESCRIPTION:\n  Replacements of images, by the name that the containers use.\n',
        'EXAMPLE:\n  images: {nginx: nginx:1.27}\n',
      ].join('\n'),
    );
  });

  it.each([
    {path: 'stack', has: /^ {2}sources <\[\]Object> +The sources of the resources\.$/m},
    {path: 'project.backend', has: /^ {2}s3 <Object> +A bucket of Amazon S3/m},
    {path: 'project.backend.s3', has: /^ {2}bucket <string> -required- +The name of the bucket\.$/m},
    {path: 'stack.sources', has: /^ {2}kustomize <string> /m},
    {path: 'workspace.context', has: /^ {2}cluster <string> /m},
    {path: 'workspace.context.kubeconfig_path', has: /workspace\.context\.kubeconfig_path <string \| Object>/},
    {path: 'workspace.context.AWS_REGION', has: /workspace\.context\.<name> <any>/},
    {path: 'workspace.secretStores.team.provider.vault', has: /^ {2}server <string> -required- /m},
    {path: 'config.backends.team.gcs', has: /config\.backends\.<name>\.gcs <Object>/},
  ])('gantry explain $path shows $has', async ({path, has}) =>
    expect((await gantry(`explain ${path}`)).stdout).toMatch(has),
  );

  it('gantry explain shows nested fields with --recursive only', async () => {
    expect((await gantry('explain project.backend')).stdout).not.toContain('storageAccount');
    expect((await gantry('explain project.backend --recursive')).stdout).toMatch(/^ {4}storageAccount <string> /m);
  });

  it.each(['explain', 'explain stack.sources', 'explain workspace --recursive'])(
    'the JSON of %s is what its schema says',
    async (line) => {
      const document: unknown = JSON.parse((await gantry(`${line} -o json`)).stdout);
      expect(ExplainFieldOutput.safeParse(document).error).toBeUndefined();
    },
  );

  it.each([
    {path: 'stak', hint: 'Did you mean stack?'},
    {path: 'images', hint: 'Did you mean stack.images?'},
    {path: 'stack.imgaes', hint: 'Did you mean stack.images?'},
    {path: 'stack.sources.kustomise', hint: 'Did you mean stack.sources.kustomize?'},
    {path: 'workspace.context.kubeconfg_path', hint: 'Did you mean workspace.context.kubeconfig_path?'},
    {path: 'stack.name.x', hint: 'stack.name has no fields'},
    {path: 'stack.zzzzzz', hint: '"gantry explain stack" lists its fields.'},
  ])('gantry explain refuses $path with exit code 3 and the hint: $hint', async ({path, hint}) => {
    const {code, stderr} = await gantry(`explain ${path}`);
    expect(code).toBe(3);
    expect(stderr).toContain(hint);
  });

  it.each(COMPLETED_SHELLS)('%s completes files, then fields', async (shell) => {
    const words = async (typed: string): Promise<readonly string[]> =>
      (await runInProcess({argv: ['__complete', shell, '--', 'explain', typed]})).stdout
        .split('\n')
        .map((line) => line.split('\t')[0] ?? '');
    expect(await words('sta')).toContain('stack');
    expect(await words('stack.i')).toEqual(expect.arrayContaining(['stack.images', 'stack.ignore']));
    expect(await words('project.backend.s3.re')).toContain('project.backend.s3.region');
  });
});
