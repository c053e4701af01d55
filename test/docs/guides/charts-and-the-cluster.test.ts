import {testGuide} from '../guide.ts';

testGuide('charts-and-the-cluster');
