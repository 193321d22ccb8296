import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** The raw limit of the frame: node:http alone, which reads the body and answers the same bytes. */
const answer = process.env.BENCH_ANSWER ?? '{}'

const server = http.createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    JSON.parse(Buffer.concat(parts).toString())
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  })
})

server.listen(0, '127.0.0.1', () => process.send?.({ ready: (server.address() as AddressInfo).port, pid: process.pid }))
