import {chmod, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {TraceEvent} from '../../src/adapters/local/profile/trace-event.ts';
import type {DocumentOf} from '../../src/config/documents/parts.ts';
import {ReportOutput} from '../../src/ui/output/report-output.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {reportProject, SECRET} from './support/report-project.ts';

type Document = DocumentOf<typeof ReportOutput>;

onCluster('a report', (cluster) => {
  it('a report shows releases, health, drift, images and plans of two stacks in three workspaces', async () => {
    const {stack, namespaces} = await reportProject(cluster);
    const {stdout, stderr, code} = await stack.gantry(['report', '--html', 'report.html', '--profile', 'trace.json']);
    const squeezed = stdout.replaceAll(/ {2,}/g, ' | ');
    expect(squeezed).toContain('shop/web | prod | revision 1, succeeded | 3 ready | 1 changed | 2 to update\n');
    expect(squeezed).toContain('shop/web | staging | revision 1, succeeded | 3 ready | none | 2 to update\n');
    expect(squeezed).toContain('shop/web | lost | revision 1, succeeded | not read | not read | not read\n');
    expect(squeezed).toMatch(
      /shop\/api \| prod \| revision 1, failed \| 1 (progressing|failed) \| none \| no changes\n/,
    );
    expect(squeezed).toMatch(/shop\/api \| staging \| no release \| - \| - \| 1 to create\n/);
    expect(stdout).toContain('Not read: plan, health, drift, digests of shop/api in lost, shop/web in lost: ');
    // The page is written although a cluster is unreachable, and the exit code is that of the failure.
    expect({code, stderr}).toEqual({code: 1, stderr: expect.stringContaining('report.html')});
    const page = await readFile(join(stack.dir, 'report.html'), 'utf8');
    expect(page).toContain('id="shop/web/prod"');
    expect(page).toContain('cannot be reached: connect ECONNREFUSED');
    expect(page).not.toMatch(/<script|<img|onerror="/);
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain('data.password: (sensitive, changed)');
    for (const output of [page, stdout, stderr]) expect(output).not.toContain(SECRET);

    // The cluster of both workspaces is asked once for its kinds, and once for the objects of a kind, whatever the number of parts and stacks.
    const {traceEvents} = JSON.parse(await readFile(join(stack.dir, 'trace.json'), 'utf8')) as {
      readonly traceEvents: readonly TraceEvent[];
    };
    const requests = traceEvents.flatMap((event) => ('cat' in event && event.cat === 'request' ? [event.name] : []));
    expect(requests.filter((name) => name === 'list v1 ConfigMap')).toHaveLength(1);
    expect(requests.filter((name) => name === 'list apps/v1 Deployment')).toHaveLength(1);
    expect(requests.filter((name) => /^(create|update|patch|delete) /.test(name))).toEqual([]);
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace: namespaces.prod, name: 'settings'};
    expect(await cluster.get(settings)).toMatchObject({data: {mode: 'edited'}});

    const {document} = await stack.json<Document>(['report', '-w', 'prod', '-w', 'staging', '--all']);
    expect(ReportOutput.safeParse(document).error?.issues).toBeUndefined();
    expect(document.workspaces.map(({name}) => name)).toEqual(['prod', 'staging']);
    expect(document.cells.find((one) => one.stack === 'web' && one.workspace === 'prod')).toMatchObject({
      release: {revision: 1, phase: 'succeeded', resources: 3},
      status: {healthy: true},
      drift: {objects: expect.arrayContaining([expect.objectContaining({drift: 'changed'})])},
      images: [{container: 'app', image: expect.stringMatching(/^nginx:1\.27/)}],
      plan: {summary: {update: 2}},
      failures: [],
    });
    const {stdout: again} = await stack.gantry(['report', '-w', 'prod', '-s', 'web', '--html', '-']);
    expect(again).toMatch(/^<!doctype html>\n[^]*<\/html>\n$/);
    expect(again).not.toContain('shop/api');
  });

  it('a stack without files is in the report by its releases, and has no plan', async () => {
    const {stack} = await reportProject(cluster);
    await stack.remove('api/stack.yaml');
    const {stdout} = await stack.gantry(['report', '-w', 'prod']);
    const row = /^shop\/api .*$/m.exec(stdout)?.[0].replaceAll(/ {2,}/g, ' | ');
    expect(row).toMatch(/^shop\/api \| prod \| revision 1, failed \| .* \| none \| no files here$/);
  });

  it('a deleted workspace and an unknown one do not hide the others', async () => {
    const {stack} = await reportProject(cluster);
    await stack.remove('workspaces/staging.yaml');
    const {document, code} = await stack.json<Document>(['report']);
    const cellOf = (workspace: string) =>
      document.cells.find((one) => one.stack === 'web' && one.workspace === workspace);
    expect(cellOf('prod')).toMatchObject({release: {revision: 1}, plan: {summary: {update: 2}}, failures: []});
    const gone = {error: {code: 'workspace/not-found'}, parts: ['status', 'drift', 'images', 'plan']};
    expect(cellOf('staging')).toMatchObject({release: {revision: 1}, failures: [gone]});
    expect(code).not.toBe(0);

    const {document: named, code: namedCode} = await stack.json<Document>(['report', '-w', 'prod', '-w', 'nosuch']);
    const {cells} = named;
    expect(cells.find((one) => one.workspace === 'prod' && one.stack === 'web')).toMatchObject({failures: []});
    const unknown = cells.filter(({workspace}) => workspace === 'nosuch');
    expect(unknown).toHaveLength(2);
    for (const {failures} of unknown)
      expect(failures).toMatchObject([{error: {code: 'workspace/not-found'}, parts: ['plan']}]);
    expect(namedCode).toBe(3);
  });

  it('a page replaces only a page, keeps its mode, and is refused before anything is read', async () => {
    const {stack} = await reportProject(cluster);
    const [file, other, link] = ['report.html', 'notes.html', 'link.html'].map((name) => join(stack.dir, name)) as [
      string,
      string,
      string,
    ];
    const report = (...args: readonly string[]) => stack.gantry(['report', '-w', 'prod', ...args]);
    expect((await report('--html', 'report.html')).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const first = await readFile(file, 'utf8');
    await chmod(file, 0o644);
    expect((await report('--html', 'report.html')).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o644);
    const withoutTime = (text: string): string => text.replace(/<p class="soft">.*?<\/p>/, '');
    expect(withoutTime(await readFile(file, 'utf8'))).toBe(withoutTime(first));

    await writeFile(other, 'mine');
    await symlink(file, link);
    for (const [name, message] of [
      ['notes.html', 'is not a report page of Gantry'],
      ['link.html', 'is not a regular file'],
      ['no/report.html', 'not found'],
    ] as const)
      expect(await report('--html', name)).toMatchObject({
        code: 3,
        stdout: '',
        stderr: expect.stringContaining(message),
      });
    expect(await readFile(other, 'utf8')).toBe('mine');
    expect(await report('--html', '-', '-o', 'json')).toMatchObject({code: 3});
  });
});
