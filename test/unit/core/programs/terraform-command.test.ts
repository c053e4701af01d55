import {expect, it} from 'vitest';
import {terraformCommand} from '../../../../src/core/programs/terraform-command.ts';

it.each([
  ['state list'],
  ['state show aws_sqs_queue.a'],
  ['show -json'],
  ['show'],
  ['output -json'],
  ['providers'],
  ['providers schema -json'],
  ['version'],
])('terraform %s is permitted', (line) => {
  expect(terraformCommand(line.split(' '))).toEqual({kind: 'read'});
});

it.each([
  {line: 'apply -auto-approve', hint: 'gantry apply'},
  {line: 'destroy', hint: 'gantry destroy'},
  {line: 'import a b', hint: 'gantry import terraform'},
  {line: 'state rm a', hint: 'gantry resource forget'},
  {line: 'state mv a b', hint: '`moved`'},
  {line: 'state push x', hint: 'gantry import terraform'},
  {line: 'state pull', hint: 'show -json'},
  {line: 'taint a', hint: 'another id'},
  {line: 'force-unlock x', hint: 'gantry release unlock'},
  {line: 'init -migrate-state', hint: 'itself'},
  {line: 'providers lock', hint: 'Possible:'},
  {line: '-chdir=/x state list', hint: 'Possible:'},
  {line: 'state list -state=/x', hint: 'Leave out -state'},
  {line: 'state', hint: 'Possible:'},
  {line: 'unheard-of', hint: 'state list'},
])('terraform $line is refused with what Gantry has in its place', ({line, hint}) => {
  const refused = terraformCommand(line.split(' '));
  expect(refused.kind).toBe('refused');
  expect('hint' in refused ? refused.hint : '').toContain(hint);
});
