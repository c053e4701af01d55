import {type DeclaredField, type GoTypes, type GoTypeText, goTypes, isBasic, underlying} from './go-types.ts';

/** The package of the internal types of each group, and the types that the sandbox shows in errors. Their parts are included. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions': ['CustomResourceDefinitionVersion', 'ValidationRule'],
  'k8s.io/kubernetes/pkg/apis/apps': ['DaemonSetUpdateStrategy', 'DeploymentStrategy', 'StatefulSetUpdateStrategy'],
  'k8s.io/kubernetes/pkg/apis/autoscaling': ['HorizontalPodAutoscalerBehavior'],
  'k8s.io/kubernetes/pkg/apis/batch': ['PodFailurePolicy', 'SuccessPolicy'],
  'k8s.io/kubernetes/pkg/apis/core': ['PodTemplateSpec'],
  'k8s.io/kubernetes/pkg/apis/policy': ['PodDisruptionBudgetSpec'],
};

/** The entries of src/sandbox/kinds/workloads/internal-types.json, whose form is explained in internal-json.ts. */
export function internalTypes(): Readonly<Record<string, string>> {
  const types = goTypes(Object.keys(SHOWN));
  const found = new Map<string, string>();
  const visit = (type: GoTypeText): void => {
    const name = nameOf(type);
    if (found.has(name)) return;
    const fields = types(type)?.fields ?? [];
    found.set(name, fields.map((field) => fieldText(field, types)).join(' '));
    for (const {type: of} of fields) if (isInternal(bare(of), types)) visit(bare(of));
  };
  for (const [path, names] of Object.entries(SHOWN)) for (const name of names) visit(`${path}.${name}`);
  return Object.fromEntries(found);
}

const nameOf = (type: GoTypeText): string => type.slice(type.lastIndexOf('.') + 1);
/** Returns the type of the items of a list, or the target of a pointer. */
const bare = (type: GoTypeText): GoTypeText => type.replace(/^(\*|\[\])/, '');
const isInternal = (type: GoTypeText, types: GoTypes): boolean => types(type)?.fields !== undefined;

const METADATA = 'k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta';

function fieldText({name, type, json}: DeclaredField, types: GoTypes): string {
  if (name === '') return type === METADATA ? '^metadata' : `^${nameOf(type)}`;
  if (json !== '') throw new Error(`${name} has a name of its own in JSON, ${json}: the table has no form for that`);
  return `${name}:${kindOf(type, types)}`;
}

/** Structs of others that are one value in JSON. */
const WRITES_ITSELF: Readonly<Record<string, string>> = {Quantity: 'q', IntOrString: 'i'};

function kindOf(type: GoTypeText, types: GoTypes): string {
  const is = underlying(type, types);
  if (is === 'string') return 's';
  if (is === 'bool') return 'b';
  if (isBasic(is)) return 'n';
  const of = bare(is);
  const sign = of === is ? '' : is.startsWith('*') ? '*' : '[';
  if (isInternal(of, types)) return `${sign}${nameOf(of)}`;
  if (of !== is || is.startsWith('map[')) return '*';
  const kind = WRITES_ITSELF[nameOf(is)];
  if (kind === undefined) throw new Error(`the table has no form for ${is}`);
  return kind;
}
