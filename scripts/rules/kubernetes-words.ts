import ts from 'typescript';
import {type SourceFile, type Violations, visit} from './source-file.ts';

const TYPE = 'names a type of runtime';
const IDENT = 'an identity of a resource is made of these, for every runtime that has them; ids are kept in releases';
const CLUSTER = 'how a cluster was recognised is kept in releases and pins';
const PATCH = 'the fields of a patch have the names of the fields that they change';
const SELECT = 'what users select by: kinds and labels';
const STAY =
  'a rule about objects that core still needs itself: what a plan and a saved plan redact is decided in secret/mask.ts';

/** Files of core that name something of Kubernetes objects, and why. */
const MAY_NAME: Readonly<Record<string, string>> = {
  'src/core/module/check-generated.ts':
    'what a module returns is checked as objects, in the process of the module and outside',
  'src/core/module/check-patch.ts': PATCH,
  'src/core/plan/stable-answer.ts': 'leaves the version of a looked-up object out of its digest',
  'src/core/plan/drift.ts': TYPE,
  'src/core/module/module.ts': 'a module makes objects, and the facts about a workload name its annotations',
  'src/core/module/module-patch.ts': 'a module changes the annotations of a workload',
  'src/core/plan/moved.ts': 'a moved block pairs the identities of two states, and says why it cannot',
  'src/core/plan/owner.ts': 'an owner of a field, as the plan document says it',
  'src/core/plan/plan.ts': TYPE,
  'src/core/programs/exec-info.ts': 'the protocol in which kubectl asks a program for a credential',
  'src/core/readiness/health-rule.ts': SELECT,
  'src/core/reference/secret-data-references.ts': STAY,
  'src/core/release/kubernetes-state.ts': TYPE,
  'src/core/release/resource-state.ts': TYPE,
  'src/core/resource/id.ts': IDENT,
  'src/core/resource/identity.ts': IDENT,
  'src/core/resource/resource.ts': TYPE,
  'src/core/secret/secret-leaves.ts': STAY,
  'src/core/secret/secret-problems.ts': 'an identity is known before any secret is read',
  'src/core/secret/store-config.ts': 'a store of secrets and a login of Vault have this name',
  'src/core/selection/label-selector.ts': SELECT,
  'src/core/selection/select.ts': SELECT,
  'src/core/selection/selector.ts': SELECT,
  'src/core/trust/abilities.ts': 'the metadata service of a cloud, not of an object',
  'src/core/shared/external-resource.ts': IDENT,
  'src/core/variation/trace.ts': 'pairs objects by their identity before and after a namespace is given to them',
  'src/core/workspace/cluster-identity.ts': CLUSTER,
  'src/core/workspace/cluster-pin.ts': CLUSTER,
  'src/core/workspace/logs-in.ts': 'a word of a command line (doctl kubernetes …)',
};

/** Words that only Kubernetes has: fields of objects, in code or in a text. */
const FIELDS = new Set([
  'apiVersion',
  'metadata',
  'annotations',
  'finalizers',
  'ownerReferences',
  'resourceVersion',
  'managedFields',
  'containers',
  'initContainers',
]);

/** In a text alone, as `Secret` is also a type of core. */
const KINDS =
  /^(?:Secret|Pod|Node|Service|Job|Role)$|\b(?:Namespace|ConfigMap|Deployment|StatefulSet|DaemonSet|ReplicaSet|CronJob|Ingress|ServiceAccount|ClusterRole|RoleBinding|CustomResourceDefinition|PersistentVolume\w*)\b/;
const NAMES = /Kubernetes|kubernetes|k8s\.io|kubectl|kube-system|\bmetadata\./;

/** Core has no rule about Kubernetes objects: a file of it that names their fields or kinds has a reason, or moves to kubernetes. */
export function kubernetesWords(files: readonly SourceFile[]): Violations {
  const core = files.filter(({path}) => path.startsWith('src/core/'));
  const naming = core.flatMap(({path, tree}) => {
    const word = firstWord(tree);
    return word === undefined ? [] : [{path, word}];
  });
  const unneeded = core.filter(({path}) => MAY_NAME[path] !== undefined && !naming.some((one) => one.path === path));
  return [
    ...naming
      .filter(({path}) => MAY_NAME[path] === undefined)
      .map(
        ({path, word}) =>
          `${path}: names \`${word}\` of Kubernetes; move the rule to src/kubernetes, or give a reason in scripts/rules/kubernetes-words.ts`,
      ),
    ...unneeded.map(
      ({path}) => `${path}: names nothing of Kubernetes; take it out of scripts/rules/kubernetes-words.ts`,
    ),
  ];
}

function firstWord(tree: ts.SourceFile): string | undefined {
  let found: string | undefined;
  visit(tree, (node) => {
    if (found === undefined) found = wordOf(node);
  });
  return found;
}

function wordOf(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return FIELDS.has(node.text) ? node.text : undefined;
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node))
    return undefined;
  // The path of an import says where something is, and nothing about objects.
  if (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)) return undefined;
  return FIELDS.has(node.text) || KINDS.test(node.text) || NAMES.test(node.text) ? node.text : undefined;
}
