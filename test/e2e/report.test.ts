import {readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeAll, expect, it} from 'vitest';
import type {DocumentOf} from '../../src/config/documents/parts.ts';
import {ReportOutput} from '../../src/ui/output/report-output.ts';
import {onCluster} from '../rig/on-cluster.ts';
import type {Ran} from '../rig/stack.ts';
import {type ReportProject, reportProject} from './support/report-project.ts';

type Document = DocumentOf<typeof ReportOutput>;

onCluster('a report', (cluster) => {
  it('works', async () => {
    const project = await reportProject(cluster);
    const ran = await project.stack.gantry(['report', '--html', 'report.html']);
    console.log(ran.stdout, ran.stderr, ran.code);
    console.log((await project.stack.gantry(['report', '--all', '--profile', 'trace.json'])).code);
    console.log(await readFile(join(project.stack.dir, 'report.html'), 'utf8').then((t) => t.length));
    console.log(project.stack.dir);
    const {traceEvents} = JSON.parse(await readFile(join(project.stack.dir, 'trace.json'), 'utf8'));
    const requests = traceEvents.flatMap((event: any) => (event.cat === 'request' ? [event.name] : []));
    const n = new Map<string, number>();
    for (const r of requests) n.set(r, (n.get(r) ?? 0) + 1);
    console.log([...n].map(([a, b]) => `${b} ${a}`).join('\n'));
    const {writeFile} = await import('node:fs/promises');
    await writeFile('/tmp/report.html', await readFile(join(project.stack.dir, 'report.html')));
    const {document} = await project.stack.json<Document>(['report']);
    expect(ReportOutput.safeParse(document).error?.issues).toBeUndefined();
  });
});
