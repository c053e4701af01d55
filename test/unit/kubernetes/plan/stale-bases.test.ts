import {describe, expect, it} from 'vitest';
import type {Change} from '../../../../src/core/plan/plan.ts';
import type {PlanBases} from '../../../../src/core/plan/plan-file.ts';
import {sealPlan} from '../../../../src/core/plan/summary.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import {type PlanWithBases, staleBases} from '../../../../src/kubernetes/plan/stale-bases.ts';

const WEB = 'v1:ConfigMap:shop:web';
const CLUSTER: ClusterIdentity = {
  server: 'https://a',
  identity: 'uid-a',
  method: 'kube-system-uid',
  version: 'v1.34.4',
};

const CHANGE: Change = {
  id: WEB,
  type: 'Kubernetes',
  action: 'update',
  verified: true,
  fields: [{path: 'data.a', before: '1', after: '2', cause: 'spec', at: {file: 'a.yaml', line: 3, column: 1}}],
};

const BASES: PlanBases = {
  spec: {[WEB]: 's1'},
  secrets: {login: {'data.password': 'p1'}},
  workspace: {name: 'n1', 'context.kubeconfig_path': 'k1'},
  head: {revision: 3, release: 'r3'},
  objects: {[WEB]: {uid: 'u1', live: 'l1', sends: 'b1'}},
};

type World = {
  readonly bases?: Partial<PlanBases>;
  readonly change?: Partial<Change>;
  readonly changes?: readonly Change[];
  readonly cluster?: Partial<ClusterIdentity>;
  readonly lineage?: string;
};

const rested = ({bases, change, changes, cluster, lineage = 'abc'}: World = {}): PlanWithBases => ({
  plan: sealPlan({
    project: 'shop',
    stack: 'shop',
    workspace: 'prod',
    lineage,
    revision: 4,
    cluster: {...CLUSTER, ...cluster},
    changes: changes ?? [{...CHANGE, ...change}],
    diagnostics: [],
  }),
  bases: {...BASES, ...bases},
});

const TERRAFORM = {program: '1.11.4', state: 't1', inputs: 'i1', providers: 'q1'};
const terraform = (more: Partial<typeof TERRAFORM> = {}): World => ({bases: {terraform: {...TERRAFORM, ...more}}});

const objects = (seen: PlanBases['objects'][string]): World => ({bases: {objects: {[WEB]: seen}}});
const first: World = {bases: {...BASES, head: undefined}};

describe('a saved plan is stale, and says', () => {
  it.each<{readonly title: string; readonly saved?: World; readonly now: World; readonly says: readonly string[]}>([
    {
      title: 'an edited manifest',
      now: {bases: {spec: {[WEB]: 's2'}}},
      says: [`the configuration of ${WEB} in the stack was edited`],
    },
    {
      title: 'another version of terraform',
      saved: terraform(),
      now: terraform({program: '1.12.0'}),
      says: ['version 1.11.4 of terraform made the plan, and this is 1.12.0'],
    },
    {
      title: 'a Terraform state that a killed run has changed',
      saved: terraform(),
      now: terraform({state: 't2'}),
      says: ['the Terraform state has changed'],
    },
    {
      title: 'other Terraform providers',
      saved: terraform(),
      now: terraform({providers: 'q2'}),
      says: ['other versions of the Terraform providers are used'],
    },
    {
      title: 'a value for Terraform, and nothing else',
      saved: terraform(),
      now: terraform({inputs: 'i2'}),
      says: ['a value that the Terraform resources take has changed'],
    },
    {
      title: 'a value for Terraform that an edited manifest explains',
      saved: terraform(),
      now: {bases: {...terraform({inputs: 'i2'}).bases, spec: {[WEB]: 's2'}}},
      says: [`the configuration of ${WEB} in the stack was edited`],
    },
    {
      title: 'a resource more and one less',
      now: {bases: {spec: {new: 'x'}}},
      says: ['new was added to the stack', `${WEB} was removed from the stack`],
    },
    {
      title: 'a secret that is another one',
      now: {bases: {secrets: {login: {'data.password': 'p2'}}}},
      says: ['the secret value data.password of login has changed'],
    },
    {
      title: 'each part of the workspace that was edited',
      now: {bases: {workspace: {name: 'n1', 'context.kubeconfig_path': 'k2', 'context.AWS_REGION': 'x'}}},
      says: ['the workspace prod was edited: context.AWS_REGION, context.kubeconfig_path'],
    },
    {
      title: 'a release in between',
      now: {bases: {head: {revision: 4, release: 'r4'}}},
      says: ['revision 4 was released after the plan was created'],
    },
    {
      title: 'a first release by another run',
      saved: first,
      now: {lineage: 'other', bases: {head: {revision: 1, release: 'r1'}}},
      says: ['revision 1 was released after the plan was created'],
    },
    {
      title: 'a run that began in between',
      now: {bases: {head: {revision: 3, release: 'r3', pending: 'p'}}},
      says: ['a run of revision 3 started after the plan was created'],
    },
    {
      title: 'another cluster',
      now: {cluster: {server: 'https://b', identity: 'uid-b'}},
      says: [
        'the plan is for cluster https://a (kube-system-uid uid-a), but this is https://b (kube-system-uid uid-b)',
      ],
    },
    {
      title: 'another cluster at the same address',
      now: {cluster: {identity: 'uid-b'}},
      says: [
        'the plan is for cluster https://a (kube-system-uid uid-a), but this is https://a (kube-system-uid uid-b)',
      ],
    },
    {
      title: 'an edited object',
      now: objects({uid: 'u1', live: 'l2', sends: 'b1'}),
      says: [`${WEB} was changed in the cluster`],
    },
    {
      title: 'an object that was made again',
      now: objects({uid: 'u2', live: 'l2', sends: 'b1'}),
      says: [`${WEB} was deleted and recreated in the cluster`],
    },
    {title: 'an object that is gone', now: objects({sends: 'b1'}), says: [`${WEB} is no longer in the cluster`]},
    {
      title: 'an object that has come',
      saved: objects({sends: 'b1'}),
      now: objects({uid: 'u1', live: 'l1', sends: 'b1'}),
      says: [`${WEB} now exists in the cluster`],
    },
    {
      title: 'a value of another resource that is another one, though nobody sees it in the plan',
      now: objects({uid: 'u1', live: 'l1', sends: 'b2'}),
      says: [`${WEB} takes a value that has changed`],
    },
    {
      title: 'an answer of the server that is another one',
      now: {change: {fields: [{path: 'data.a', before: '1', after: '3', cause: 'spec'}]}},
      says: [`the changes to ${WEB} now differ from the plan, first at data.a`],
    },
    {
      title: 'a field less',
      now: {change: {fields: []}},
      says: [`the changes to ${WEB} now differ from the plan, first at data.a`],
    },
    {
      title: 'another action',
      now: {change: {action: 'replace'}},
      says: [`the plan says update for ${WEB}, but it would now be replace`],
    },
    {
      title: 'more objects of others in what is deleted',
      saved: {change: {takesAlong: {objects: 3, others: 1}}},
      now: {change: {takesAlong: {objects: 4, others: 2}}},
      says: [`${WEB} would also delete more objects that do not belong to the stack than the plan says`],
    },
    {
      title: 'a permission that is lacking by now',
      now: {change: {blocked: {needs: '--force-conflicts x', because: 'flux owns data.a'}}},
      says: [`${WEB} is now blocked: flux owns data.a`],
    },
    {
      title: 'a change more and one less',
      now: {changes: [{...CHANGE, id: 'other', action: 'delete'}]},
      says: [
        `${WEB} needs no change any more: the plan says update`,
        'other now needs a change that is not in the plan: delete',
      ],
    },
    {
      title: 'of one resource only the cause, not what follows from it',
      now: {
        bases: {spec: {[WEB]: 's2'}, objects: {[WEB]: {uid: 'u1', live: 'l1', sends: 'b2'}}},
        change: {fields: []},
      },
      says: [`the configuration of ${WEB} in the stack was edited`],
    },
  ])('$title', ({saved, now, says}) =>
    expect(staleBases(rested(saved), rested(now)).map(({message}) => message)).toEqual(says),
  );
});

describe('a saved plan holds', () => {
  it.each<{readonly title: string; readonly saved?: World; readonly now: World}>([
    {
      title: 'fewer objects of others in what is deleted',
      saved: {change: {takesAlong: {objects: 3, others: 1}}},
      now: {change: {takesAlong: {objects: 2, others: 0}}},
    },
    {title: 'when nothing moved', now: {}},
    {title: 'a first one, too', saved: first, now: first},
    {
      title: 'when another checkout has the line elsewhere',
      now: {change: {fields: CHANGE.fields.map(({at: _, ...field}) => field)}},
    },
    {
      title: 'when the cluster was updated, or has another address',
      now: {cluster: {version: 'v1.35.0', server: 'https://b'}},
    },
    {
      title: 'when the same address is seen with other rights',
      now: {cluster: {method: 'server-and-ca', identity: 'hash'}},
    },
    {
      title: 'when a reader saved it and a writer applies it',
      saved: {change: {verified: false, reason: 'not allowed'}},
      now: {},
    },
  ])('$title', ({saved, now}) => expect(staleBases(rested(saved), rested(now))).toEqual([]));
});
