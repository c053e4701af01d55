import {defined} from '../../lib/defined.ts';
/** A permission that a plan needs and the user lacks, and the resources that need it. */
export type MissingPermission = {
  readonly verb: string;
  /** The API group. Empty for the core group. */
  readonly group: string;
  /** The plural, as rules name it: `deployments`. */
  readonly resource: string;
  /** The namespace. Absent: the whole cluster. */
  readonly namespace?: string;
  /** The denied objects. Absent: all objects of this kind in the plan. */
  readonly names?: readonly string[];
  /** The ids of the resources that need it. */
  readonly ids: readonly string[];
};

/** A rule that an administrator adds to a Role, or (without a namespace) to a ClusterRole. */
export type RbacRule = {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[] | undefined;
};

/** The rules that a Role, or without a namespace a ClusterRole, needs to permit what was denied. */
export type RbacRules = {readonly namespace?: string; readonly rules: readonly RbacRule[]};

/** Returns the missing rules, as few as possible: one list for each namespace, and one for the cluster. */
export function missingRules(missing: readonly MissingPermission[]): readonly RbacRules[] {
  const byPlace = Map.groupBy(missing, ({namespace}) => namespace);
  return [...byPlace].map(([namespace, there]) => ({
    ...defined({namespace}),
    rules: rulesOf(there),
  }));
}

function rulesOf(missing: readonly MissingPermission[]): readonly RbacRule[] {
  const byObject = Map.groupBy(missing, ({group, resource, names}) => JSON.stringify([group, resource, names ?? null]));
  const byPermissions = Map.groupBy([...byObject.values()], (same) =>
    JSON.stringify([same[0]?.group, same.map(({verb}) => verb).toSorted(), same[0]?.names ?? null]),
  );
  return [...byPermissions.values()].flatMap((alike) => {
    const [first] = alike[0] ?? [];
    if (first === undefined) return [];
    return [
      {
        apiGroups: [first.group],
        resources: alike.flatMap((same) => same[0]?.resource ?? []),
        verbs: (alike[0] ?? []).map(({verb}) => verb).toSorted(),
        ...defined({resourceNames: first.names}),
      },
    ];
  });
}
