import {page} from '../page.ts';

/** Returns the page about choosing stacks, workspaces and resources. */
export const selectorsTopic = (): string =>
  page('Selectors', [
    {text: 'Stacks:'},
    {
      rows: [
        ['(none)', 'the stack of the current directory; in a project with only one stack, that one'],
        ['-s [PROJECT/]STACK', 'that stack, by its name or its path; repeat the flag for more stacks'],
        ['--all', 'every stack at and below the current directory'],
        [
          '--changed-since REF',
          'every stack at and below the current directory whose files differ from the merge base of HEAD and this git revision',
        ],
      ],
    },
    {text: 'Workspaces:'},
    {
      rows: [
        ['-w NAME', 'the workspace of the project or of the backend with this name; sandbox is built in'],
        ['-w ./FILE.yaml', 'a workspace file'],
        ['-l tier=prod', 'for `workspace list` and `workspace check`: the workspaces with this label'],
      ],
    },
    {text: 'Resources, for --target, --exclude and --adopt:'},
    {
      rows: [
        [
          'apps/v1:Deployment:shop:web',
          'the resource with this id: apiVersion:Kind:namespace:name, or apiVersion:Kind:name if it has no namespace',
        ],
        ['Deployment', 'all resources of a kind; also deployments, apps/Deployment or apps/v1/Deployment'],
        [
          'app=web,tier in (a,b),!old',
          'all resources with these labels: a selector as in kubectl, with at least one =, ! or comma',
        ],
        ['*:ConfigMap:*', 'all resources whose ids match the glob; * also matches / and :'],
      ],
    },
    {
      text: '--target also selects the resources that the target needs. --exclude also leaves out the resources that need the excluded one. If both match, --exclude wins. A selector that matches no resource is an error.',
    },
    {
      text: '--adopt also takes `all`, and selects nothing else. The other permission flags (--allow-replace, --allow-delete, --force-conflicts) take an id, or `all`.',
    },
  ]);
