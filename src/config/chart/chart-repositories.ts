import {z} from 'zod';
import {HttpsAddress} from '../https-address.ts';
import {Name} from '../names.ts';

/** The schema of named chart repositories: the names are for the command line. */
export const ChartRepositories = z
  .record(Name, HttpsAddress)
  .nullish()
  .meta({
    description: 'Chart repositories by name, for `gantry chart search` and `--repository`.',
    examples: [{stable: 'https://charts.example.com'}],
  });

/** The schema of the settings for charts in project.yaml, and in the user's configuration. */
export const RepositorySettings = z
  .strictObject({repositories: ChartRepositories})
  .nullish()
  .meta({description: 'Settings for Helm charts.'});
