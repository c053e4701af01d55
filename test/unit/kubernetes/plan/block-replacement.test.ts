import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {blockReplacement} from '../../../../src/kubernetes/plan/block-replacement.ts';

const ID = 'the-id';
const object = (annotations: JsonObject = {}, managers: readonly string[] = []): JsonObject => ({
  metadata: {
    name: 'web',
    annotations,
    managedFields: managers.map((manager) => ({
      manager,
      operation: manager === 'gantry' ? 'Apply' : 'Update',
      fieldsV1: {'f:metadata': {'f:annotations': {'f:gantry.dev/protect': {}}}},
    })),
  },
});
const PROTECT = {'gantry.dev/protect': 'true'};
const replace = (word: string) => object({'gantry.dev/replace': word});
const stateful = (app: string): JsonObject => ({
  ...object(),
  spec: {selector: {matchLabels: {app}}, persistentVolumeClaimRetentionPolicy: {whenDeleted: 'Delete'}},
});
const [DEPLOYMENT, JOB, CLAIM, STATEFUL_SET] = [
  {group: 'apps', kind: 'Deployment'},
  {group: 'batch', kind: 'Job'},
  {group: '', kind: 'PersistentVolumeClaim'},
  {group: 'apps', kind: 'StatefulSet'},
];

it.each([
  {name: 'needs the flag by its id', want: `--allow-replace ${ID}`},
  {name: 'is permitted by the id', allowReplace: [ID], want: undefined},
  {name: 'is permitted by all', allowReplace: ['all'], want: undefined},
  {name: 'is not permitted by the id of another', allowReplace: ['other'], want: `--allow-replace ${ID}`},
  {name: 'of a Job needs nothing', identity: JOB, want: undefined},
  {name: 'of a Job can be forbidden', identity: JOB, desired: replace('forbidden'), want: /gantry.dev\/replace/},
  {name: 'is permitted by the annotation', desired: replace('allowed'), want: undefined},
  {name: 'is permitted by the annotation on the live object', live: replace('allowed'), want: undefined},
  {
    name: 'that the annotation forbids is permitted by no flag',
    desired: replace('forbidden'),
    allowReplace: [ID],
    want: /gantry.dev\/replace/,
  },
  {
    name: 'with a misspelt annotation is not done',
    desired: replace('forbiden'),
    allowReplace: [ID],
    want: /gantry.dev\/replace/,
  },
  {
    name: 'that the files allow is not forbidden by what they said before',
    desired: replace('allowed'),
    live: replace('forbidden'),
    want: undefined,
  },
  {
    name: 'of a claim needs the flag for lost data',
    identity: CLAIM,
    allowReplace: ['all', ID],
    want: `--allow-data-loss ${ID}`,
  },
  {
    name: 'of a claim is not allowed by the annotation',
    identity: CLAIM,
    desired: replace('allowed'),
    want: `--allow-data-loss ${ID}`,
  },
  {
    name: 'of a StatefulSet whose claims go with it needs the flag for lost data',
    identity: STATEFUL_SET,
    live: stateful('web'),
    desired: stateful('other'),
    allowReplace: ['all', ID],
    want: `--allow-data-loss ${ID}`,
  },
  {
    name: 'of a StatefulSet whose pods and claims stay for the new one needs no more than any',
    identity: STATEFUL_SET,
    live: stateful('web'),
    desired: stateful('web'),
    allowReplace: [ID],
    want: undefined,
  },
  {name: 'of a claim is permitted by its id', identity: CLAIM, allowDataLoss: [ID], want: undefined},
  {
    name: 'of a claim is never permitted by all',
    identity: CLAIM,
    allowDataLoss: ['all'],
    want: `--allow-data-loss ${ID}`,
  },
  {
    name: 'of what the files protect is permitted by no flag',
    desired: object(PROTECT),
    allowReplace: [ID],
    want: /gantry.dev\/protect/,
  },
  {
    name: 'of what somebody protects is permitted by no flag',
    live: object(PROTECT, ['kubectl-annotate']),
    allowReplace: [ID],
    want: /gantry.dev\/protect/,
  },
  {
    name: 'of what somebody protects as well as the files did before, too',
    live: object(PROTECT, ['gantry', 'kubectl-annotate']),
    allowReplace: [ID],
    want: /gantry.dev\/protect/,
  },
  {
    name: 'of what the files protect no longer goes on',
    live: object(PROTECT, ['gantry']),
    allowReplace: [ID],
    want: undefined,
  },
])('a replacement $name', ({identity = DEPLOYMENT, live = object(), desired = object(), want, ...flags}) => {
  const permissions = {allowReplace: [], allowDataLoss: [], ...flags};
  const blocked = blockReplacement({id: ID, identity, live, desired, permissions, because: 'no'});
  if (want === undefined) expect(blocked).toBeUndefined();
  else expect(blocked?.needs).toMatch(want);
});
