import type {Examples} from './example.ts';

/** Examples of the commands about a stack. */
export const EXAMPLES_OF_STACKS: Examples = {
  init: [
    ['gantry init shop', 'create a project and a sample stack in the directory shop'],
    ['gantry init shop --app', 'create a project with an application file in place of manifests'],
    ['gantry init --from k8s', 'create a stack whose manifests are in the directory k8s below this one'],
  ],
  build: [
    ['gantry build -w prod --masked', 'the manifests for prod, without values of Secrets'],
    ["gantry build --explain 'apps/v1:Deployment:shop:web#spec.replicas'", 'which file set this value'],
  ],
  validate: [
    ['gantry validate', 'check the stack of the current directory'],
    ['gantry validate --all', 'check every stack at and below the current directory'],
    ['gantry validate --kubernetes-version 1.35,1.36', 'check whether the stack works after an upgrade of the cluster'],
  ],
  preview: [
    ['gantry preview -w prod', 'what apply would change in prod'],
    ['gantry preview --save plan.json --exit-code', 'save the plan for "gantry apply plan.json"; exit code 2: changes'],
    ['gantry preview --all --changed-since main', 'only stacks whose files differ from main'],
  ],
  apply: [
    ['gantry apply -w sandbox', 'try a stack in the built-in cluster'],
    ['gantry apply -w prod', 'show the changes, ask for confirmation, then apply them'],
    ['gantry apply plan.json', 'apply exactly the saved plan'],
    ['gantry apply --target app=web --yes', 'only resources with this label, without confirmation'],
  ],
  destroy: [
    ['gantry destroy -w dev --dry-run', 'what would be deleted'],
    ['gantry destroy -w dev', 'show it, ask for the name of the stack, then delete'],
  ],
  drift: [
    ['gantry drift -w prod', 'what changed since the last release'],
    ['gantry drift --all -w prod --exit-code', 'every stack of prod; exit code 2 if anything has drifted'],
  ],
  status: [
    ['gantry status -w prod', 'the health of every resource of the stack'],
    [
      'gantry status --target Deployment --exit-code',
      'only Deployments; exit code 1: one has failed, 6: one is not ready',
    ],
  ],
  report: [
    ['gantry report --all', 'every stack in every workspace: release, health, drift and plan'],
    ['gantry report --html report.html -w staging -w prod', 'one page, with images and changes, for two workspaces'],
  ],
  approve: [
    ['gantry approve plan.json', 'sign plan.json.approval'],
    ["gantry approve plan.json --expires 30m --outside-windows 'incident 4711'", 'also outside of the change windows'],
  ],
  promote: [
    ['gantry promote shop --from staging --to prod --dry-run', 'what prod would get, and what differs from staging'],
    ['gantry promote --to prod', 'promote the current workspace'],
    ['gantry promote shop --from staging:4 --to prod', 'promote revision 4 of staging'],
  ],
  diff: [
    ['gantry diff -w prod', 'the objects from the files in the current workspace and in prod'],
    ['gantry diff -w staging -w prod', 'the objects from the files in both workspaces'],
    ['gantry diff -w staging -w prod --released --exit-code', 'the last successful releases; exit code 2: they differ'],
    ['gantry diff -w staging -w prod --live', 'what both clusters have now'],
  ],
  'set image': [
    ['gantry set image nginx=:1.28', 'another tag, in every workspace'],
    ['gantry set image registry.example/web=registry.example/web@sha256:… -w prod', 'another image, in prod only'],
  ],
  'stack rename': [
    ['gantry stack rename web api', 'rename the stack and its releases'],
    ['gantry stack rename shop/web api --yes', 'the same for a stack of another project, without confirmation'],
  ],
  'project rename': [
    ['gantry project rename store', 'rename the project and the releases of its stacks'],
    ['gantry -C shop project rename store --yes', 'the same for the project in shop/, without confirmation'],
  ],
  logs: [
    ['gantry logs -f', 'follow the logs of all pods of the stack'],
    ['gantry logs --target app=web --since 10m --timestamps', 'the last ten minutes of the pods of web'],
  ],
  test: [
    ['gantry test', 'run the tests of the charts of the stack'],
    ['gantry test shop/prod -w prod --timeout 5m', 'run those of another stack, within five minutes'],
  ],
  wait: [
    ['gantry wait --timeout 5m', 'wait until everything is ready, at most five minutes'],
    ['gantry wait --for deleted', 'wait until the objects that the last release removed are gone'],
  ],
  why: [
    ['gantry why apps/v1:Deployment:shop:web', 'why this resource changes'],
    ['gantry why apps/v1:Deployment:shop:web spec.replicas', 'where one value comes from, and who owns it'],
  ],
  doctor: [
    ['gantry doctor', 'check programs, clock, backend and cluster'],
    ['gantry doctor --security', 'the access that workspaces have on this machine'],
  ],
  explain: [
    ['gantry explain stack.images', 'the field images of stack.yaml'],
    ['gantry explain workspace.context --recursive', 'every field of the context of a workspace'],
  ],
  'import cluster': [
    ['gantry import cluster -n shop -w prod', 'write a stack from the objects in the namespace shop'],
    ['gantry import cluster -n shop --kind Deployment --out web', 'only Deployments, into the directory web'],
  ],
  'import kusion': [
    ['gantry import kusion ~/.kusion --dry-run', 'show which files would be written'],
    ['gantry import kusion ~/.kusion --out stacks', 'take over workspaces, projects and releases'],
  ],
  'import helm': [
    ['gantry import helm web -n shop -w prod', 'write a stack from the Helm release web'],
    ['gantry import helm web -n shop --revision 3 --secrets refs', 'use revision 3, and write Secrets as references'],
  ],
  'import terraform': [
    ['gantry import terraform infra -w prod --out queues', 'take over the local state of the directory infra'],
    ['gantry import terraform infra -w prod --source infra', 'keep its .tf files as the source of the stack'],
    ['gantry import terraform state.json -w prod --secrets refs', 'a state that "terraform state pull" has written'],
  ],
};
