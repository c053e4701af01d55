import {expect, it} from 'vitest';
import {missingWorkspaceHint} from '../../../src/ui/missing-workspace-hint.ts';

it.each([
  {name: 'prdo', known: ['prod'], hint: 'Did you mean prod? Workspaces here: prod.'},
  {name: 'new', known: [], hint: 'Create it with "gantry workspace create new --kubeconfig FILE".'},
  {name: 'shared/new', known: [], hint: 'Create it with "gantry workspace create new --shared --kubeconfig FILE".'},
  {
    name: 'p*',
    known: ['prod'],
    hint: 'Workspaces here: prod. This command takes the name of one workspace, not a pattern.',
  },
  {name: 'prod:abc', known: [], hint: 'After the colon, only the number of a revision is valid: prod:3.'},
  {
    name: 'envs/prod.yaml',
    known: [],
    hint: 'Check the path: a name that has a "/" or ends in .yaml is read as a file.',
  },
])('the hint for the missing workspace $name says $hint', ({name, known, hint}) => {
  expect(missingWorkspaceHint(name, known)).toBe(hint);
});
