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
        ['--changed-since REF', 'of those, only stacks whose files differ since this git revision'],
      ],
    },
    {text: 'Workspaces:'},
    {
      rows: [
        ['-w NAME', 'a workspace of the project, of the backend, or built in (sandbox)'],
        ['-w ./FILE.yaml', 'a workspace file'],
        ['-l tier=prod', 'in `workspace check`: workspaces by their labels'],
      ],
    },
    {text: 'Resources, for --target and --exclude:'},
    {
      rows: [
        [
          'apps/v1:Deployment:shop:web',
          'the resource with this id: apiVersion:Kind:namespace:name, without a namespace where it has none',
        ],
        ['Deployment', 'a kind; also deployments, apps/Deployment and apps/v1/Deployment'],
        ['app=web,tier in (a,b),!old', 'labels, as kubectl reads them; a condition with =, ! or a comma'],
        ['*:ConfigMap:*', 'ids by a glob; * also stands for / and :'],
      ],
    },
    {
      text: 'A target includes what it needs; an exclude also leaves out what needs it. With both, the exclude wins. A selector that selects nothing is an error.',
    },
    {text: 'The permission flags (--adopt, --allow-replace, --allow-delete, --force-conflicts) take an id, or `all`.'},
  ]);
