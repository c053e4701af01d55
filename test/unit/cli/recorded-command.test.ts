import {describe, expect, it} from 'vitest';
import {recordedCommand} from '../../../src/cli/recorded-command.ts';

describe('the command line that is recorded', () => {
  it.each([
    {argv: 'apply --yes -w prod', want: 'gantry apply --yes -w prod'},
    {argv: 'apply --image auth=registry/auth:2', want: 'gantry apply --image auth=registry/auth:2'},
    {argv: 'workspace create a --kubeconfig ~/.kube/a', want: 'gantry workspace create a --kubeconfig ~/.kube/a'},
    {argv: 'x --token abc --password=def -y', want: 'gantry x --token *** --password=*** -y'},
    {
      argv: 'ws update a --set context.AWS_SECRET_ACCESS_KEY=abc --set=context.TOKEN=abc --set context.A=b',
      want: 'gantry ws update a --set context.AWS_SECRET_ACCESS_KEY=*** --set=context.TOKEN=*** --set context.A=b',
    },
    {argv: 'exec -w prod -- curl -H Bearer:abc', want: 'gantry exec -w prod -- curl …'},
    {argv: 'exec -- ls', want: 'gantry exec -- ls'},
    {argv: 'x --token --yes', want: 'gantry x --token --yes'},
    {argv: 'x https://robot:hunter2@git.example/a --from=https://a:b@c', want: 'gantry x *** --from=***'},
  ])('the recorded command line of $argv is $want', ({argv, want}) =>
    expect(recordedCommand(argv.split(' '))).toBe(want),
  );
});
