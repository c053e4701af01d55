import {expect, it} from 'vitest';
import {pickStore, workspaceStores} from '../../../../src/app/secret/declared-stores.ts';
import {BUILT_IN, readBuiltIn} from '../../../../src/app/workspace/built-in-workspace.ts';
import {originOfFile} from '../../../../src/config/origin-of-file.ts';

it('the hint for the built-in workspace, which has no file, says how to create a workspace with a secret store', () => {
  const {workspace} = readBuiltIn();
  if (workspace === undefined) throw new Error('the built-in workspace is not valid');
  const {place, name, file} = BUILT_IN;
  const chosen = {name, place, file, workspace, origin: originOfFile(file)};
  expect(pickStore(workspaceStores(chosen), undefined)).toEqual({
    because: 'the workspace sandbox has no secret store',
    hint: expect.stringMatching(
      /^Create workspaces\/NAME\.yaml with `name: NAME`, `context: \{cluster: sandbox\}` and `secretStore: \{provider: .*\. Then pass -w NAME\.$/,
    ),
  });
});
