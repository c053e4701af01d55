import {testGuide} from '../guide.ts';

testGuide('make-a-cluster');
