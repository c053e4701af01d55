import {expect, it} from 'vitest';
import {runInProcess} from './run-in-process.ts';

// Every door of these runs is shut: a use case that was called would end in 70.
it.each([
  {argv: 'apply --dry-run --port-forward 8080:80', says: '--dry-run and --port-forward'},
  {argv: 'apply --no-wait --rollback-on-failure', says: '--no-wait and --rollback-on-failure'},
  {argv: 'apply --revision 3 --image web=nginx:1.29', says: '--image and --revision'},
  {argv: 'apply --revision 3 --spec-file s.yaml', says: '--spec-file and --revision'},
  {argv: 'preview --revision current --allow-empty', says: '--allow-empty and --revision'},
  {argv: 'apply --revision last', says: 'not a valid revision'},
  {argv: 'apply plan.json --adopt all --allow-empty', says: '--adopt, --allow-empty cannot be used to apply PLAN'},
  {argv: 'apply plan.json --revision 3', says: '--revision cannot be used to apply PLAN'},
  {argv: 'preview --from a.json --save b.json', says: '--from and --save'},
  {argv: 'preview --from a.json --strict', says: '--strict has no effect'},
  {argv: 'preview --from /', says: 'preview --from /PROJECT/STACK.plan.json'},
  {argv: 'preview --from a.json --all', says: 'A saved plan contains its stacks'},
  {argv: 'apply plan.json -s web -s api', says: 'A saved plan contains its stacks'},
  {argv: 'apply / -s web', says: 'The plans in / contain their stacks'},
  {argv: 'apply / --port-forward 8080:80', says: '--port-forward works with one stack'},
  {argv: 'apply --all --target web', says: '--target works with one stack'},
  {argv: 'apply --all --revision 3', says: '--revision with a number works with one stack'},
  {argv: 'preview --all --save plan.json', says: 'Pass a directory'},
  {argv: 'build --changed-since main --explain a#b', says: '--explain works with one stack'},
  {argv: 'status --all web', says: 'An id, or --target, works with one stack'},
  {argv: 'destroy --keep-objects --allow-delete all', says: '--keep-objects and --allow-delete'},
  {argv: 'drift --all -s web', says: '--all and -s'},
  {argv: 'logs --follow --previous', says: '--previous and --follow'},
  {argv: 'logs --follow -o yaml', says: 'one document, and --follow never completes it'},
  {argv: 'wait --for delete', says: 'Possible: ready, deleted'},
  {argv: 'import cluster', says: 'needs -n NAMESPACE'},
  {argv: 'import cluster -n shop --out there -o yaml', says: '--out and -o yaml'},
  {argv: 'import cluster -n shop --secrets plain -o yaml', says: '--secrets plain and -o yaml cannot be used together'},
  {argv: 'import kusion home --workspaces here', says: 'Possible: backend, project, none'},
  {argv: 'import kusion home --as chart', says: 'Possible: app, manifests'},
  {argv: 'import kusion', says: "Missing required argument 'source'"},
  {argv: 'import helm web --revision 0', says: 'not a number of at least 1'},
  {argv: 'import helm web --out there -o yaml', says: '--out and -o yaml'},
  {argv: 'import helm web --secrets all', says: 'Possible: skip, refs, plain'},
  ...['status', 'serve', 'export', 'reset --yes'].map((command) => ({
    argv: `sandbox ${command} -w try`,
    says: '-w names a workspace, but the sandbox commands take the name of a sandbox',
  })),
  {argv: 'stack rename a b -s c', says: '-s cannot be used with stack rename'},
  {argv: 'project rename b -s c', says: '-s cannot be used with project rename'},
  {argv: 'status --all-stacks --all', says: 'cannot be used with --all-stacks'},
  {argv: 'report -w eu-*', says: 'takes the names of workspaces'},
  {argv: 'status --all-stacks -l tier=prod', says: 'cannot be used with --all-stacks'},
  {argv: 'release rollback --to 0', says: 'not a whole number of at least 1'},
])('gantry $argv is refused before anything is opened', async ({argv, says}) => {
  const {code, stderr} = await runInProcess({argv: argv.split(' ')});
  expect({code, stderr}).toEqual({code: 3, stderr: expect.stringContaining(says)});
});
