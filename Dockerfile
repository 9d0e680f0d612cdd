# The site in a container. It needs no root, writes to /data and /tmp alone, and runs on a read-only
# file system:
#
#   docker build -t ligara-site .
#   docker run --read-only --tmpfs /tmp -v ligara:/data -p 3000:3000 -e PUBLIC_URL=… ligara-site

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Not `npm ci`: it refuses a lock file that lacks a native package's build for some platform. No
# package that runs needs its install script.
RUN npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund

FROM packages AS build
RUN npm install --no-save --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN NODE_ENV=production node node_modules/@react-router/dev/bin.cjs build
# The build contains the pages.
RUN find src -type d '(' -name pages -o -name admin ')' -prune -exec rm -r {} +

FROM node:24-trixie-slim
# Fonts for the text of uploaded drawings (SVG).
RUN apt-get update \
  && apt-get install -y --no-install-recommends fontconfig-config fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 700 /data
WORKDIR /app
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/src ./src
COPY --from=build /app/server.ts ./
COPY scripts/*.ts ./scripts/
# MALLOC_*: as in scripts/serving.mjs.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=16384 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
# Liveness: without its database the process still sends cached pages.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# In this form signals reach the program itself. It lets requests finish for up to 30 seconds.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=2", "server.ts"]
