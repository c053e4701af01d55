import type {AccessRole} from '../backend/access-rules.ts';

const READ = ['get', 'list'];
const WRITE = ['watch', 'create', 'patch', 'delete'];

/** Returns the verbs that a role needs in the cluster, for each kind of the objects of the workspace. */
export const clusterVerbs = (role: AccessRole): readonly string[] => (role === 'reader' ? READ : [...READ, ...WRITE]);

/** The rules by which an apply finds the cause of a failed rollout. Without them, it names no cause. */
export const DIAGNOSIS_RULES = [
  {apiGroups: ['', 'apps'], resources: ['pods', 'pods/log', 'events', 'replicasets'], verbs: ['get', 'list', 'watch']},
] as const;
