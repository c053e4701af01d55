import {testGuide} from '../guide.ts';

testGuide('shared-resources');
