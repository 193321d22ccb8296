export * from './promises'
