# Arkád in a container, made of its Debian package:
#     docker build -t arkad . && docker run -p 8080:8080 -v arkad:/var/lib/arkad arkad
FROM debian:bookworm AS build
COPY . /src
RUN cd /src && tools/setup build && tools/deb /packages

FROM debian:bookworm-slim
COPY --from=build /packages/arkad_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/arkad_*.deb && rm -rf /tmp/*.deb /var/lib/apt/lists/* \
    && install -d -o nobody -g nogroup -m 700 /var/lib/arkad
USER nobody
VOLUME /var/lib/arkad
EXPOSE 8080
ENTRYPOINT ["/usr/bin/arkad"]
CMD ["serve", "--listen", "0.0.0.0:8080", "--data", "/var/lib/arkad/arkad.db"]
