import {expect, it} from 'vitest';
import {applyCommand} from '../../../src/cli/apply-command.ts';
import type {CompletedCommand} from '../../../src/cli/completion/command-table.ts';
import {commandTable} from '../../../src/cli/completion/commands.ts';

it.each([
  {argv: 'preview', want: 'gantry apply'},
  {argv: '-w prod preview --exit-code --detail -o json', want: 'gantry apply -w prod'},
  {
    argv: 'preview -s shop/web --adopt a --spec-file=s.yaml --report json=x',
    want: 'gantry apply -s shop/web --adopt a --spec-file=s.yaml',
  },
  {argv: 'apply --yes --dry-run -wprod --take-over-project', want: 'gantry apply -wprod --take-over-project'},
  {argv: 'destroy --dry-run -C dir', want: 'gantry destroy -C dir'},
  {argv: 'destroy --allow-delete a --dry-run', want: 'gantry destroy --allow-delete a'},
  {argv: 'preview --allow-empty', want: 'gantry apply --allow-empty'},
  {argv: '--color never -s destroy preview', want: 'gantry apply -s destroy'},
  {argv: '--lock-timeout 5 destroy -s web --dry-run', want: 'gantry destroy --lock-timeout 5 -s web'},
  {argv: 'destroy --keep-objects --no-wait --dry-run', want: 'gantry destroy --keep-objects --no-wait'},
  {
    argv: 'apply --yes --rollback-on-failure --timeout 5m --parallelism=4 --port-forward 8080:80 -o json',
    want: 'gantry apply --rollback-on-failure --timeout 5m --parallelism=4 --port-forward 8080:80',
  },
  {argv: 'drift --all -w prod', want: 'gantry apply -w prod'},
  {argv: 'preview --all --changed-since main --save p/', want: 'gantry apply --all --changed-since main'},
  {
    argv: '--backend s3://b?endpoint=http://a --insecure preview -o json',
    want: 'gantry apply --backend s3://b?endpoint=http://a --insecure',
  },
  {argv: 'preview -s a -s b', want: 'gantry apply -s a -s b'},
  {argv: 'apply --notify slack -w prod', want: 'gantry apply -w prod'},
  {argv: 'apply --all --parallel-stacks 2', want: 'gantry apply --all --parallel-stacks 2'},
  {argv: 'apply --revision 3 -s web', want: 'gantry apply --revision 3 -s web'},
  {
    argv: '-w prod release rollback --to 3 --timeout 5m --allow-delete x -y',
    want: 'gantry release rollback -w prod --to 3 --timeout 5m --allow-delete x',
  },
  {argv: 'preview --from plan.json', want: undefined},
  {argv: '-w prod apply --timeout 5m plan.json', want: undefined},
  {argv: 'resource import v1:ConfigMap:shop:a --dry-run', want: undefined},
])('the apply command of "gantry $argv" is "$want"', ({argv, want}) =>
  expect(applyCommand(argv.split(' '))?.join(' ')).toBe(want),
);

it('the value of an option is never read as the command', async () => {
  const {root} = await commandTable();
  const commandAt = (path: string): CompletedCommand | undefined =>
    path
      .split(' ')
      .reduce<CompletedCommand | undefined>((parent, word) => parent?.commands.find(({name}) => name === word), root);
  const paths = ['preview', 'apply', 'destroy', 'promote', 'drift', 'status', 'release rollback'];
  const flags = [root, ...paths.map(commandAt)].flatMap((command) => command?.flags ?? []);
  const names = flags.flatMap((flag) => (flag.value === undefined ? [] : flag.names));
  expect(names).toContain('--notify');
  expect(names.filter((name) => applyCommand([name, 'destroy', 'preview'])?.[1] === 'destroy')).toEqual([]);
});
